import type { SimpleCommand, Stdin, Word } from '../../vocab/shell-line.ts';
import { fits } from '../words/word-text.ts';

/** What a command starts in its turn: another command, or a text that a shell runs. */
export type Inner =
  | {
      readonly kind: 'words';
      readonly words: readonly Word[];
      readonly sameShell: boolean;
      /** It may be no command at all: an option in front of it is not known. */
      readonly guess?: boolean;
      /** `NAME=value` words in front of the command. */
      readonly assignments?: SimpleCommand['assignments'];
      /** What is taken out of the environment; `*`: all, null: it is not known what. */
      readonly unsets?: readonly (string | null)[];
      /** The folder it is started in (`env -C`); absent: where the outer one runs. */
      readonly folder?: Word;
      readonly stdin?: Stdin;
    }
  | {
      readonly kind: 'text';
      /** Null: a shell runs something that is not known. */
      readonly text: string | null;
      readonly sameShell: boolean;
      readonly positional: readonly (string | null)[] | null;
      readonly arg0: string | null;
      readonly stdin?: Stdin;
      /** It runs when the shell ends (`trap`), with what variables hold by then. */
      readonly later?: boolean;
    };

/** What stands around the command while it is unwrapped. */
export interface Around {
  readonly stdin: Stdin;
  /** The known text behind a process substitution used as a file name; undefined for any other word. */
  readonly contentOf: (word: Word) => string | null | undefined;
  /** What is known of a file that the line writes, where not all of it is; empty: nothing. */
  readonly partOf: (word: Word) => string;
  /** What a variable holds, empty where it is unset; null: not known. */
  readonly valueOf: (name: string) => string | null;
}

export const NOTHING: readonly Inner[] = [];

export const startsWords = (words: readonly Word[], rest: Partial<Inner & { kind: 'words' }> = {}): Inner => ({
  kind: 'words',
  words,
  sameShell: false,
  ...rest,
});

export const runsText = (text: string | null, rest: Partial<Inner & { kind: 'text' }> = {}): Inner => ({
  kind: 'text',
  text,
  sameShell: false,
  positional: rest.sameShell === true ? null : [],
  arg0: null,
  ...rest,
});

/** A shell that runs what it reads from standard input. */
export function readsScript({ stdin }: Around, rest: Partial<Inner & { kind: 'text' }> = {}): Inner {
  const text = stdin.kind === 'inherit' ? '' : (inputText(stdin) ?? heardOf(stdin) ?? null);
  return runsText(text, { stdin: { kind: 'inherit' }, ...rest });
}

/** The constant that standard input holds; null when it is not known. */
export const inputText = (stdin: Stdin): string | null =>
  stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;

/** The text of a word that a shell reads once more: also where it holds names that some program prints. */
export const shellTextOf = ({ value, pattern }: Word): string | null =>
  value ?? (pattern === null ? null : pattern.replace(/\\([^])/g, '$1'));

/** The known parts of a text for a shell that is not known whole; nothing where there are none. */
export function runsParts(words: readonly Word[], rest: Partial<Inner & { kind: 'text' }> = {}): readonly Inner[] {
  if (words.every(({ template }) => template === undefined)) return NOTHING;
  return [runsText(words.map((word) => shellTextOf(word) ?? word.template ?? '"$_"').join(' '), rest)];
}

/** Words joined by one space; null when one is not known. */
export function joinWords(words: readonly Word[]): string | null {
  const texts = words.map(shellTextOf);
  return texts.includes(null) ? null : texts.join(' ');
}

/** What is known of standard input where the whole is not. */
export const heardOf = (stdin: Stdin): string | undefined =>
  stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.heard : undefined;

/** Names of standard input as a file. */
export const isInputFile = (word: Word | undefined): boolean =>
  fits(word, /^(\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/);
