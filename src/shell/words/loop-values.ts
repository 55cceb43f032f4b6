import type { Word as WordNode } from 'unbash';
import type { Word } from '../../vocab/shell-line.ts';
import { MAX_VALUES } from '../context.ts';
import type { Reader } from '../reader.ts';
import { toValue, UNKNOWN, unknownFrom, type Scope, type Value } from '../scope.ts';
import { expandWord } from './expand-word.ts';
import { literalWord, unknownWord } from './fields.ts';
import { printGlob } from './printed.ts';

/** What the variable of a `for` holds, round by round; one unknown value where that is not known. */
export function loopValues(
  list: readonly WordNode[] | undefined,
  scope: Scope,
  reader: Reader,
): { readonly values: readonly Value[]; readonly known: boolean } {
  const words =
    list?.flatMap((word) => expandWord(word, scope, reader)) ??
    scope.positional?.map((text) => (text === null ? unknownWord(false) : literalWord(text)));
  if (words === undefined) return { values: [UNKNOWN], known: false };
  const known = words.length <= MAX_VALUES && words.every(({ value, pattern }) => value !== null || pattern !== null);
  // Without a word the body does not run; it is judged all the same.
  if (known && words.length > 0) return { values: words.map(valueOf), known };
  return { values: [unknownFrom(words.flatMap(({ runs }) => runs))], known };
}

function valueOf(word: Word): Value {
  if (word.value === null) return toValue(word.pattern === null ? null : printGlob(word.pattern), word.runs);
  // White space would be split again where the variable is used, and a backslash in the pattern is not in the text.
  if (word.pattern !== null) return /[\s\\]/.test(word.pattern) ? UNKNOWN : { kind: 'match', pattern: word.pattern };
  return { kind: 'text', text: word.value };
}
