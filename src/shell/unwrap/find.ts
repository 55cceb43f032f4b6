import type { Word } from '../../vocab/shell-line.ts';
import { startsWords, type Inner } from './inner.ts';

const EXEC_ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

export function unwrapFind(words: readonly Word[]): readonly Inner[] {
  const inners: Inner[] = [];
  for (let at = 1; at < words.length; at++) {
    if (!EXEC_ACTIONS.has(words[at]?.value ?? '')) continue;
    const rest = words.slice(at + 1);
    const end = rest.findIndex(({ value }, i) => value === ';' || (value === '+' && rest[i - 1]?.value === '{}'));
    const inner = (end < 0 ? rest : rest.slice(0, end)).map((word) => hideMark(word, '{}'));
    if (inner.length > 0) inners.push(startsWords(inner));
    at += inner.length;
  }
  return inners;
}

/** A word that holds the mark stands for names that are not known. */
export function hideMark(word: Word, mark: string): Word {
  const at = word.value?.indexOf(mark) ?? -1;
  return at < 0 ? word : { ...word, value: null, pattern: null, prefix: word.value?.slice(0, at) ?? '' };
}
