import { readSed, SED } from '../../shell/sed-script.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { usesFlag } from '../command-view.ts';
import { program, textsOf, toWrites, untabled, writesText, type Program, type Write } from './writer.ts';
import { fits, textOf } from '../../shell/words/word-text.ts';

const SED_PROGRAM = program(SED, (read, command) => {
  const hasScript = usesFlag(read, '-e', '-f');
  const files = usesFlag(read, '-i') ? read.operands.slice(hasScript ? 0 : 1) : [];
  return [...toWrites(files, 'content', command), ...writesText(readSed(command.words, command.stdin).writes, command)];
});

/** perl and ruby editing in place: every operand may be the file. */
const inPlace = (command: SimpleCommand): readonly Write[] =>
  command.words.some((word) => fits(word, /^-[a-zA-Z0-9]*i/) || word.value === 'inplace')
    ? toWrites(command.words.slice(2), 'content', command)
    : [];

/** What awk's `print > "file"` writes, besides. */
const AWK: Program = {
  writes: (command) => [
    ...inPlace(command),
    ...command.words
      .slice(1)
      .flatMap((word) =>
        [...textOf(word).matchAll(/\bprintf?\b[^;}\n>]*>>?\s*"([^"]+)"/g)].flatMap(([, file = '']) =>
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
    textsOf(command).flatMap((text) => /^(?:of|wipe|hof)=(.+)$/s.exec(text)?.[1] ?? []),
    command,
  );

export const SCRIPTED: readonly (readonly [string, Program])[] = [
  ...['sed', 'gsed'].map((head) => [head, SED_PROGRAM] as const),
  ...['awk', 'gawk', 'mawk', 'nawk'].map((head) => [head, AWK] as const),
  ...['perl', 'ruby'].map((head) => [head, untabled(inPlace)] as const),
  ...['dd', 'dcfldd', 'dc3dd', 'sg_dd', 'sgp_dd', 'sgm_dd'].map(
    (head) => [head, { writes: dd, readsRest: () => true }] as const,
  ),
];
