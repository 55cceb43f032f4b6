import type { Word } from '../../vocab/shell-line.ts';
import { SHELLS } from '../tables/wrappers.ts';
import { literalWord } from '../words/fields.ts';
import { startsWords, type Inner } from './inner.ts';
import { textOf, upTo } from '../words/word-text.ts';

const EXEC_ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

export function unwrapFind(words: readonly Word[]): readonly Inner[] {
  const inners: Inner[] = [];
  for (let at = 1; at < words.length; at++) {
    if (!EXEC_ACTIONS.has(textOf(words[at]))) continue;
    const rest = words.slice(at + 1);
    const inner = upTo(rest, ({ value }, i) => value === ';' || (value === '+' && rest[i - 1]?.value === '{}'));
    inners.push(...startsMarked(inner, '{}'));
    at += inner.length;
  }
  return inners;
}

/** Stands for a name that is not known, inside a text: `$_` never is. */
export const UNKNOWN_NAME = '"$_"';

/** A command with a mark for names that are not known; the text of `sh -c 'rm {}'` is read all the same. */
export function startsMarked(words: readonly Word[], mark: string): readonly Inner[] {
  if (words.length === 0) return [];
  const head = textOf(words[0]);
  const text = words.find(({ value }) => value !== null && value.includes(mark) && /\s/.test(value))?.value ?? null;
  const hidden = startsWords(words.map((word) => hideMark(word, mark)));
  if (text === null || !SHELLS.has(head.slice(head.lastIndexOf('/') + 1))) return [hidden];
  return [
    hidden,
    startsWords(words.map((word) => (word.value === text ? literalWord(text.replaceAll(mark, UNKNOWN_NAME)) : word))),
  ];
}

/** A word that holds the mark stands for names that are not known. */
export function hideMark(word: Word, mark: string): Word {
  const text = textOf(word);
  const at = text.indexOf(mark);
  return at === -1 ? word : { ...word, value: null, pattern: null, prefix: text.slice(0, at) };
}
