import { baseName, resolvePath } from '../base/path.ts';
import type { Redirect, Stdin, Word } from '../vocab/shell-line.ts';
import { printedBy } from './command/output.ts';
import { MAX_BYTES } from './context.ts';
import type { Reader } from './reader.ts';
import type { Scope } from './scope.ts';
import { uncertain } from './words/printed.ts';

type Place = Pick<Scope, 'cwd'>;

/**
 * What the line itself writes to files, by their paths. A file holds all that was written to it, one after the other:
 * which of it is left is not asked, as a later writing may not have run. Null: something that is not known.
 */
export type WrittenFiles = Map<string, string | null>;

const pathOf = (text: string | null | undefined, { cwd }: Place): string | null =>
  text === null || text === undefined || text === '' || (cwd === null && !text.startsWith('/'))
    ? null
    : resolvePath(cwd ?? '/', text);

/** What a file of this name holds by what the line wrote; undefined: the line does not write it. */
export function fileText(word: Pick<Word, 'value'>, place: Place, { files }: Reader): string | null | undefined {
  if (files.size === 0) return undefined;
  const path = pathOf(word.value, place);
  return path === null ? undefined : files.get(path);
}

/** The same where the shell or a program prints it: the file may have held something before. */
export function printedFile(word: Pick<Word, 'value'>, place: Place, reader: Reader): string | null | undefined {
  const text = fileText(word, place, reader);
  return typeof text === 'string' ? uncertain(text) : text;
}

function add(path: string | null, text: string | null, { files }: Reader): void {
  if (path === null || path === '/dev/null') return;
  const before = files.get(path);
  const whole = text === null || before === null ? null : `${before ?? ''}${text}`;
  files.set(path, whole !== null && whole.length <= MAX_BYTES ? whole : null);
}

/** What comes out on standard output goes to the files that redirects name. */
export function writeOutput(
  redirects: readonly Redirect[],
  output: string | null,
  { place, reader }: { readonly place: Place; readonly reader: Reader },
): void {
  for (const { writes, fd, target } of redirects) {
    if (writes && (fd === null || fd === 1)) add(pathOf(target?.value, place), output, reader);
  }
}

/** `echo x > f`, `echo x | tee f`, `cp f g`: what a command writes that it is known to write. */
export function writeFiles(
  { words, redirects }: { readonly words: readonly Word[]; readonly redirects: readonly Redirect[] },
  stdin: Stdin,
  scope: Scope,
  reader: Reader,
): void {
  const head = baseName(words[0]?.value ?? '');
  if (redirects.some(({ writes }) => writes)) {
    writeOutput(redirects, printedBy(words, stdin, scope, reader), { place: scope, reader });
  }
  const operands = words.slice(1).filter(({ value }) => value?.startsWith('-') !== true);
  if (head === 'tee' || head === 'sponge') {
    const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
    for (const { value } of operands) add(pathOf(value, scope), text, reader);
  } else if (reader.files.size > 0 && COPIERS.has(head)) copyFiles(operands, scope, reader);
}

const COPIERS = new Set(['cp', 'mv', 'ln', 'install', 'link']);

function copyFiles(operands: readonly Word[], scope: Scope, reader: Reader): void {
  const into = pathOf(operands.at(-1)?.value, scope);
  for (const word of operands.slice(0, -1)) {
    const text = fileText(word, scope, reader);
    if (text === undefined || into === null) continue;
    add(into, text, reader);
    add(`${into}/${baseName(word.value ?? '')}`, text, reader);
  }
}
