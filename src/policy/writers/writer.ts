import type { OptionsRead } from '../../shell/options.ts';
import { flagTable } from '../../shell/tables/table.ts';
import type { FlagTable } from '../../vocab/flag-table.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { optionsOf } from '../command-view.ts';
import { placeOf, placeOfText, type Place } from '../paths.ts';
import { textOf } from '../../shell/words/word-text.ts';

/** How a command changes a path: its content, its name or existence, its mode or owner, or a link to or from it. */
export type WriteKind = 'content' | 'remove' | 'meta' | 'link';

export interface Write {
  readonly place: Place;
  readonly kind: WriteKind;
  /** True for a shell redirect, which rules cover as `write <path>`. */
  readonly redirect: boolean;
  /** A whole tree lands there, whose names are not known: an archive, the content of a folder. */
  readonly tree?: true;
}

export type Writer = (command: SimpleCommand) => readonly Write[];

/** What is known of a program that changes files. */
export interface Program {
  readonly writes: Writer;
  /** Whether it is known to only read whatever else it is given: no flag that no table knows, nothing that is not read. */
  readonly readsRest: (command: SimpleCommand) => boolean;
}

export const toWrite = (place: Place | null, kind: WriteKind = 'content'): readonly Write[] =>
  place === null ? [] : [{ place, kind, redirect: false }];

export const toWrites = (
  words: readonly Word[],
  kind: WriteKind,
  command: Pick<SimpleCommand, 'cwd'>,
): readonly Write[] => words.flatMap((word) => toWrite(placeOf(word, command), kind));

/** A place in which any name may be written. */
export const toTree = (place: Place | null): readonly Write[] =>
  toWrite(place).map((write) => ({ ...write, tree: true as const }));

export const writesText = (texts: readonly string[], command: Pick<SimpleCommand, 'cwd'>): readonly Write[] =>
  texts.flatMap((text) => toWrite(placeOfText(text, command)));

export const textsOf = (command: SimpleCommand): readonly string[] => command.words.map(textOf);

type Groups = Readonly<Record<string, string>>;
type Reading = (read: OptionsRead, command: SimpleCommand) => readonly Write[];

export const table = (groups: Groups, form: Partial<FlagTable> = {}): FlagTable => flagTable('', groups, form);

/** A program with a table: the values of flags marked `writes` are written, and what `more` finds. */
export function program(flags: FlagTable, more: Reading = () => []): Program {
  return {
    writes(command) {
      const read = optionsOf(command, flags);
      const named = read.flags.flatMap(({ flag, value }) =>
        flag.effect === 'writes' && value !== null ? [value] : [],
      );
      return [...toWrites(named, 'content', command), ...more(read, command)];
    },
    readsRest: (command) => optionsOf(command, flags).unknown.length === 0,
  };
}

/** Every operand is changed, besides the first `skip`. */
export const operands = (kind: WriteKind, groups: Groups, skip = 0): Program =>
  program(table(groups), (read, command) => toWrites(read.operands.slice(skip), kind, command));

/** A program without a table: of what it is given nothing else is known to be only read. */
export const untabled = (writes: Writer): Program => ({ writes, readsRest: () => false });

/** The values of output flags, glued, behind `=` or behind a blank, whatever else the words are. */
export function outputs(short: string, ...long: readonly string[]): Program {
  const cluster = new RegExp(short === '' ? '^(?!)' : `^-[A-Za-z]*?[${short}](.*)$`, 's');
  const isLong = (text: string): boolean => /^--./s.test(text) && long.some((name) => `--${name}`.startsWith(text));
  const find: Writer = (command) => {
    const texts = textsOf(command);
    const named = texts.flatMap((text, i) => {
      const [name = '', ...behind] = text.split('=');
      const glued = isLong(name) ? behind.join('=') : cluster.exec(text)?.[1];
      return glued === '' ? texts.slice(i + 1, i + 2) : glued === undefined ? [] : [glued];
    });
    return writesText(named, command);
  };
  return { writes: find, readsRest: (command) => find(command).length === 0 };
}
