import { showOnOneLine } from '../base/text.ts';
import type { PolicyFault } from '../vocab/policy.ts';

/** `file:line: message` on one line; a file of a project is text of strangers and may hold terminal escapes. */
export const renderWarning = ({ file, line, message }: PolicyFault): string =>
  showOnOneLine(`${file}${line === null ? '' : `:${line}`}: ${message}`);
