import { resolvePath } from '../../base/path.ts';
import type { Word } from '../../vocab/shell-line.ts';
import { MAX_BYTES } from '../context.ts';
import type { Reader } from '../reader.ts';
import type { Scope } from '../scope.ts';
import { uncertain } from '../words/printed.ts';

type Place = Pick<Scope, 'cwd'>;

export const pathOf = (text: string | null | undefined, { cwd }: Place): string | null =>
  text === null || text === undefined || text === '' || (cwd === null && !text.startsWith('/'))
    ? null
    : resolvePath(cwd ?? '/', text);

/** What a file of this name holds by what the line wrote; undefined: the line does not write it. */
export function fileText(word: Pick<Word, 'value'>, place: Place, { files }: Reader): string | null | undefined {
  if (files.size === 0) return undefined;
  const path = pathOf(word.value, place);
  return path === null ? undefined : files.get(path);
}

/** What is known of such a file where the whole is not; empty: nothing. */
export function filePart(word: Word, place: Place, reader: Reader): string {
  const substituted = reader.contents.get(word);
  if (substituted !== undefined) return substituted.text === null ? substituted.heard : '';
  const path = fileText(word, place, reader) === null ? pathOf(word.value, place) : null;
  return path === null ? '' : (reader.fileParts.get(path) ?? '');
}

/** The same where the shell or a program prints it: the file may have held something before. */
export function printedFile(word: Pick<Word, 'value'>, place: Place, reader: Reader): string | null | undefined {
  const text = fileText(word, place, reader);
  return typeof text === 'string' ? uncertain(text) : text;
}

export function addText(
  path: string | null,
  text: string | null,
  { files, fileParts }: Pick<Reader, 'files' | 'fileParts'>,
  heard = text,
): void {
  if (path === null || path === '/dev/null') return;
  const parts = `${fileParts.get(path) ?? ''}${heard ?? ''}`;
  if (parts.length <= MAX_BYTES) fileParts.set(path, parts);
  const before = files.get(path);
  const whole = text === null || before === null ? null : `${before ?? ''}${text}`;
  files.set(path, whole !== null && whole.length <= MAX_BYTES ? whole : null);
}
