import type { Stdin, Word } from '../vocab/shell-line.ts';
import { readOptions } from './options.ts';
import { flagTable } from './tables/table.ts';
import { inputText, isInputFile } from './unwrap/inner.ts';
import { textOf } from './words/word-text.ts';

/** What the scripts of a sed do besides editing. */
export interface SedEffects {
  /** The commands they start; null for one that the input makes. */
  readonly runs: readonly (string | null)[];
  /** The files they read in. */
  readonly reads: readonly string[];
  /** The files they write. */
  readonly writes: readonly string[];
}

export const SED = flagTable('sed', {
  '0': '-n|--quiet|--silent -E|-r|--regexp-extended -s|--separate -u|--unbuffered -z|--null-data --posix --debug --follow-symlinks --sandbox',
  '1': '-e|--expression -f|--file -l|--line-length',
  'attached': '-i|--in-place',
});

/** Reads the scripts among the words of a sed, and the one it takes from its input (`-f -`). */
export function readSed(words: readonly Word[], stdin: Stdin): SedEffects {
  const { flags, operands } = readOptions(words, SED);
  const isScript = (name: string): boolean => name === '-e' || name === '--expression';
  const given = flags.flatMap(({ name, value }) => (isScript(name) ? [textOf(value)] : []));
  const files = flags.flatMap(({ name, value }) => (name === '-f' || name === '--file' ? (value ?? []) : []));
  const scripts = given.length > 0 || files.length > 0 ? given : operands.slice(0, 1).map(textOf);
  const isGiven = stdin.kind === 'text' || stdin.kind === 'pipe';
  if (!isGiven || !files.some((word) => word.value === '-' || isInputFile(word))) return readScript(scripts.join('\n'));
  const input = inputText(stdin);
  if (input !== null) return readScript([...scripts, input].join('\n'));
  const found = readScript(scripts.join('\n'));
  return { ...found, runs: [...found.runs, null] };
}

/** One command after the other. What is not understood is passed over by one character, so that nothing hides behind it. */
function readScript(script: string): SedEffects {
  const runs: (string | null)[] = [];
  const reads: string[] = [];
  const writes: string[] = [];
  const line = /[^\n]*/y;
  const take = (pattern: RegExp): string => {
    const from = at;
    at = behindMatch(pattern, script, at);
    return script.slice(from, at);
  };
  let at = 0;
  while (at < script.length) {
    at = behindAddresses(script, at);
    const command = script.charAt(at);
    at++;
    if (command === 'e') runs.push(take(line).trim() || null);
    else if (command === 'r' || command === 'R') reads.push(take(line).trim());
    else if (command === 's' || command === 'y') {
      const mark = script.charAt(at);
      at = behindMark(script, at + 1, { mark, brackets: command === 's' });
      const from = at;
      at = behindMark(script, at, { mark, brackets: false });
      if (command === 'y') continue;
      const replacement = script.slice(from, at - 1).replace(/\\([^])/g, '$1');
      // What it stands among is run with it, and is not known.
      if (take(/[gpIiMme\d]*/y).includes('e')) runs.push(replacement, null);
      if (script[at] === 'w') writes.push(take(line).slice(1).trim());
    } else if (/[:btT]/.test(command)) take(/[ \t]*[^\s;}]*/y);
    else if (command === 'w' || command === 'W') writes.push(take(line).trim());
    else if (command === '#') take(line);
    else if (/[aic]/.test(command)) take(/(?:[^\n\\]|\\[^])*/y);
  }
  return { runs, reads, writes };
}

/** Behind what a pattern with the flag `y`, which fits everywhere, takes from there. */
function behindMatch(pattern: RegExp, script: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(script);
  return pattern.lastIndex;
}

/** Behind blanks, brackets and addresses: `1,$`, `/a/I,+2`, `\,a,!`. */
function behindAddresses(script: string, from: number): number {
  const plain = /(?:[\s;{},!$]|[+~]?\d)*/y;
  const flags = /[IM]*/y;
  let at = from;
  for (;;) {
    at = behindMatch(plain, script, at);
    const custom = script[at] === '\\';
    if (script[at] !== '/' && !custom) return at;
    const start = custom ? at + 1 : at;
    at = behindMark(script, start + 1, { mark: script.charAt(start), brackets: true });
    at = behindMatch(flags, script, at);
  }
}

/** Behind the next mark that no backslash, and no bracket, keeps from ending the part. */
function behindMark(script: string, from: number, { mark, brackets }: { mark: string; brackets: boolean }): number {
  for (let at = from; at < script.length; at++) {
    if (brackets && script[at] === '[')
      at = behindMatch(/\[(?:\^?\]?(?:\[[:.=][^\]\n]*\]|[^\]\n])*\])?/y, script, at) - 1;
    else if (script[at] === '\\') at++;
    else if (script[at] === mark) return at + 1;
  }
  return script.length;
}
