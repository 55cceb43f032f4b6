import { baseName } from '../../base/path.ts';
import type { Stdin, Word } from '../../vocab/shell-line.ts';
import type { Reader } from '../reader.ts';
import type { Scope } from '../scope.ts';
import { unwrap } from '../unwrap/unwrap.ts';
import { literalWord } from '../words/fields.ts';
import { textOf } from '../words/word-text.ts';
import { aroundOf } from './around.ts';

/** Wrappers that print what the command prints which they start; of those that may not start it, it may be. */
const PASSES: ReadonlyMap<string, 'sure' | 'unsure'> = new Map([
  ...['command', 'builtin', 'exec', 'env'].map((name) => [name, 'sure'] as const),
  ...(
    'sudo doas nohup nice ionice chrt taskset timeout stdbuf setsid time chronic busybox toybox xargs unbuffer setarch ' +
    'fakeroot eatmydata'
  )
    .split(' ')
    .map((name) => [name, 'unsure'] as const),
]);

/** Programs of the system that print as the shell's own do. */
const SYSTEM_PROGRAM = /^(?:\/usr)?\/bin\/([^/]+)$/;
const MAX_WRAPPERS = 8;

interface Printer {
  readonly words: readonly Word[];
  readonly stdin: Stdin;
  /** It runs where the command does. */
  readonly sure: boolean;
}

/** The command that prints for this one: `env x`, `command x` and `/bin/x` print what `x` does. */
export function printerOf(words: readonly Word[], stdin: Stdin, scope: Scope, reader: Reader): Printer {
  let printer: Printer = { words, stdin, sure: true };
  for (let i = 0; i < MAX_WRAPPERS; i++) {
    const inner = startedBy(printer, scope, reader);
    if (inner === null) break;
    printer = inner;
  }
  const name = SYSTEM_PROGRAM.exec(textOf(printer.words[0]))?.[1];
  return name === undefined ? printer : { ...printer, words: [literalWord(name), ...printer.words.slice(1)] };
}

function startedBy({ words, stdin, sure }: Printer, scope: Scope, reader: Reader): Printer | null {
  const passes = PASSES.get(baseName(textOf(words[0])));
  if (passes === undefined) return null;
  const [inner, ...more] = unwrap(words, aroundOf(stdin, scope, reader));
  if (inner?.kind !== 'words' || more.length > 0 || inner.guess === true || inner.folder !== undefined) return null;
  return { words: inner.words, stdin: inner.stdin ?? stdin, sure: sure && passes === 'sure' };
}
