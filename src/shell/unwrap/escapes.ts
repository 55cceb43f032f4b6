import type { Stdin, Word } from '../../vocab/shell-line.ts';
import { ESCAPES } from '../tables/escapes.ts';
import { inputText, runsText, type Around, type Inner } from './inner.ts';

/** The command lines that a program hands to a shell, as its words or its input say: `vim -c '!make'`. */
export function readEscapes(words: readonly Word[], stdin: Stdin): readonly string[] {
  const head = words[0]?.value ?? '';
  const escapes = ESCAPES.get(head.slice(head.lastIndexOf('/') + 1));
  if (escapes === undefined) return [];
  const texts = words.slice(1).map(({ value, prefix }) => value ?? prefix);
  const spoken = escapes.words === undefined ? texts : texts.filter((text) => escapes.words?.test(text) === true);
  const { input } = escapes;
  const typed = input === true || texts.some((text) => input?.test(text) === true) ? inputText(stdin) : null;
  return [...spoken, ...(typed === null ? [] : [typed])].flatMap((text) =>
    [...text.matchAll(escapes.runs)].flatMap(
      (match) => match.slice(1).find((part) => (part ?? '').trim() !== '') ?? [],
    ),
  );
}

export const unwrapEscapes = (words: readonly Word[], { stdin }: Around): readonly Inner[] =>
  readEscapes(words, stdin).map((text) => runsText(text));
