import type { Stdin } from '../../vocab/shell-line.ts';
import type { Reader } from '../reader.ts';
import { lookUp, type Scope } from '../scope.ts';
import type { Around } from '../unwrap/inner.ts';
import { filePart, fileText } from './files.ts';

/** What stands around a command that is unwrapped. */
export const aroundOf = (stdin: Stdin, scope: Scope, reader: Reader): Around => ({
  stdin,
  contentOf: (word) => reader.contents.get(word)?.text ?? fileText(word, scope, reader),
  partOf: (word) => filePart(word, scope, reader),
  valueOf: (name) => {
    const value = lookUp(name, scope, reader.context);
    return value.kind === 'text' ? value.text : value.kind === 'unset' ? '' : null;
  },
});
