import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { usesFlag, valuesOf } from '../command-view.ts';
import { program, table, textsOf, toWrites, untabled, writesText, type Program, type Write } from './writer.ts';

const SED = table({
  '0': '-n|--quiet|--silent -E|-r|--regexp-extended -s|--separate -u|--unbuffered -z|--null-data --posix --debug --follow-symlinks --sandbox',
  '1': '-e|--expression -f|--file -l|--line-length',
  'attached': '-i|--in-place',
});

const SED_PROGRAM = program(SED, (read, command) => {
  const hasScript = usesFlag(read, '-e', '-f');
  const files = usesFlag(read, '-i') ? read.operands.slice(hasScript ? 0 : 1) : [];
  const scripts = [...valuesOf(read, '-e'), ...(hasScript ? [] : read.operands.slice(0, 1))];
  return [
    ...toWrites(files, 'content', command),
    ...scripts.flatMap(({ value }) => writesText(filesOfSed(value ?? ''), command)),
  ];
});

const ADDRESS = /(?:\d+(?:~\d+)?|\$|[+~]\d+|\/(?:\\[^]|[^/\\])*\/[IM]*|\\([^])(?:\\[^]|(?!\1)[^\\])*\1[IM]*)/y;

/**
 * The files that the `w` of a sed script names: as a command, blank or not behind it, and as a flag of `s`. A name goes on
 * to the end of its line. What cannot be read ends the search.
 */
function filesOfSed(script: string): readonly string[] {
  const files: string[] = [];
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(script)?.[0] ?? '';
    at += found.length;
    return found;
  };
  while (at < script.length) {
    take(/[\s;{}!,]*/y);
    if (take(ADDRESS) !== '') continue;
    const command = script[at++] ?? '';
    if (command === 's' || command === 'y') {
      const delimiter = (script[at++] ?? '').replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
      const part = new RegExp(`(?:\\\\[^]|(?!${delimiter})[^\\\\])*${delimiter}`, 'y');
      if (take(part) === '' || take(part) === '') return files;
      take(/[\dgpIiMme]*/y);
      if (command === 'y' || script[at] !== 'w') continue;
      at++;
      files.push(take(/[^\n]*/y).trim());
    } else if (/[wWrR]/.test(command)) {
      const file = take(/[^\n]*/y).trim();
      if (/[wW]/.test(command)) files.push(file);
    } else if (/[aic#e:]/.test(command)) take(/(?:\\[^]|[^\n\\])*/y);
    else if (/[btT]/.test(command)) take(/[^\n;]*/y);
  }
  return files;
}

/** perl and ruby editing in place: every operand may be the file. */
const inPlace = (command: SimpleCommand): readonly Write[] =>
  command.words.some(({ value }) => /^-[a-zA-Z0-9]*i/.test(value ?? '') || value === 'inplace')
    ? toWrites(command.words.slice(2), 'content', command)
    : [];

/** What awk's `print > "file"` writes, besides. */
const AWK: Program = {
  writes: (command) => [
    ...inPlace(command),
    ...command.words
      .slice(1)
      .flatMap(({ value }: Word) =>
        [...(value ?? '').matchAll(/\bprintf?\b[^;}\n>]*>>?\s*"([^"]+)"/g)].flatMap(([, file = '']) =>
          writesText([file], command),
        ),
      ),
  ],
  // A name may also come from a variable; without `>`, a pipe or a command an awk program opens nothing to write.
  readsRest: (command) =>
    inPlace(command).length === 0 &&
    command.words.every(({ value }) => value !== null && !/[>|]|system|^-[a-zA-Z]*[fi]|^--file/.test(value)),
};

/** `dd of=FILE`. */
const dd = (command: SimpleCommand): readonly Write[] =>
  writesText(
    textsOf(command).flatMap((text) => (text.startsWith('of=') ? [text.slice(3)] : [])),
    command,
  );

export const SCRIPTED: readonly (readonly [string, Program])[] = [
  ...['sed', 'gsed'].map((head) => [head, SED_PROGRAM] as const),
  ...['awk', 'gawk', 'mawk', 'nawk'].map((head) => [head, AWK] as const),
  ...['perl', 'ruby'].map((head) => [head, untabled(inPlace)] as const),
  ...['dd', 'dcfldd', 'dc3dd'].map((head) => [head, { writes: dd, readsRest: () => true }] as const),
];
