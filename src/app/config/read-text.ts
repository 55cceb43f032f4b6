import { lstatSync, readFileSync, statSync } from 'node:fs';
import { fail, ok, type Result } from '../../base/result.ts';
import type { PolicyFault } from '../../vocab/policy.ts';

/** Far above any configuration a person writes; a larger file is a mistake. */
const MAX_BYTES = 262_144;

/** The text of a file; null when nothing is there. What is there and cannot be read as UTF-8 text is a fault. */
export function readText(path: string): Result<string | null, PolicyFault> {
  const refuse = (message: string, hint: string) => fail({ file: path, line: null, message, hint });
  try {
    // A link that leads nowhere is a broken file and not a missing one.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return ok(null);
    const stat = statSync(path);
    if (!stat.isFile()) {
      const [message, hint] = ['This is no regular file.', 'put a text file there or remove it'];
      return fail({ file: path, line: null, message, hint, unreadable: true });
    }
    if (stat.size > MAX_BYTES) return refuse(`The file is larger than ${MAX_BYTES} bytes.`, 'make it smaller');
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOTDIR') return ok(null);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return refuse('The file is not UTF-8 text.', 'save it as UTF-8');
    const why = error instanceof Error ? error.message : String(error);
    const message = `The file is there and cannot be read: ${why}.`;
    const hint = 'check that you may read it, or remove it';
    return fail({ file: path, line: null, message, hint, unreadable: true });
  }
}
