import { baseName } from '../../base/path.ts';
import type { Word } from '../../vocab/shell-line.ts';
import type { Reader } from '../reader.ts';
import { shellTextOf } from '../unwrap/inner.ts';
import { textOf } from '../words/word-text.ts';
import { pathOf } from './files.ts';

type Place = Parameters<typeof pathOf>[1];

/** A program where systems keep them, or a bare name that `which` prints. */
function isProgram(word: Word, reader: Reader): boolean {
  const path = shellTextOf(word) ?? '';
  if (!path.includes('/')) return word.value === null && path !== '';
  const { cwd, home } = reader.context;
  const isOwn = [cwd, home].some((folder) => folder !== '/' && path.startsWith(`${folder}/`));
  return !isOwn && /^\/(?:[^/]+\/)*s?bin\/[^/]+$/.test(path);
}

/** `ln -s /bin/rm x`, `cp /bin/sh x`: a name that the line makes is the program that it leads to. */
export function keepRenamed(from: Word, into: string | null, place: Place, reader: Reader): void {
  if (into === null) return;
  const program = meantBy(from, place, reader);
  if (!isProgram(program, reader)) return;
  for (const path of [into, `${into}/${baseName(textOf(from))}`]) {
    // Moved away and back again, it is itself.
    if (path !== program.value) reader.programs.set(path, program);
  }
}

const MAX_LINKS = 8;

/** Where a name leads in the end. */
function meantBy(from: Word, place: Place, { programs }: Reader): Word {
  let word = from;
  for (let i = 0; i < MAX_LINKS; i++) word = programs.get(pathOf(word.value, place) ?? '') ?? word;
  return word;
}

/** The program behind a name that the line has made; a bare name may be found by `PATH` wherever it lies. */
export function findRenamed(head: Word | undefined, place: Place, { programs }: Reader): Word | null {
  if (programs.size === 0) return null;
  const name = textOf(head);
  if (name.includes('/')) return programs.get(pathOf(name, place) ?? '') ?? null;
  for (const [path, program] of programs) if (name !== '' && baseName(path) === name) return program;
  return null;
}
