import type { Stdin, Word } from '../../vocab/shell-line.ts';
import { baseName } from '../../base/path.ts';
import { ESCAPES, type Escapes } from '../tables/escapes.ts';
import { literalWord } from '../words/fields.ts';
import { heardOf, inputText, runsText, type Around, type Inner } from './inner.ts';
import { beginningOf, behindEach, fits, textOf } from '../words/word-text.ts';

/** The command lines that a program hands to a shell, as its words or its input say: `vim -c '!make'`. */
export function readEscapes(words: readonly Word[], stdin: Stdin): readonly string[] {
  const head = textOf(words[0]);
  const escapes = ESCAPES.get(head.slice(head.lastIndexOf('/') + 1));
  if (escapes === undefined) return [];
  const texts = words.slice(1).map(beginningOf);
  const spoken = escapes.words === undefined ? texts : texts.filter((text) => escapes.words?.test(text) === true);
  const { input } = escapes;
  const typed = input === true || texts.some((text) => input?.test(text) === true) ? inputText(stdin) : null;
  return [...spoken, ...(typed === null ? [] : [typed])].flatMap((text) => runsIn(text, escapes));
}

function runsIn(text: string, { runs, part }: Escapes): readonly string[] {
  if (part !== undefined) {
    const parts = [...text.matchAll(part)].map(([whole]) => whole);
    return parts.flatMap((one) => runsIn(one, { runs })).flatMap(unescaped);
  }
  return [...text.matchAll(runs)].flatMap(
    (match) => match.slice(1).find((group?: string) => group !== undefined && /\S/.test(group)) ?? [],
  );
}

/** Nothing where it is no inside of a JSON string: then no program reads it either. */
function unescaped(inside: string): string | readonly [] {
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch {
    return [];
  }
}

/** Files with commands that the same line has written: `make -f x`, `crontab x`. */
function readFiles(words: readonly Word[], escapes: Escapes, { contentOf, partOf }: Around): readonly string[] {
  const { files } = escapes;
  if (files === undefined) return [];
  const folder = behindEach(words, (word) =>
    fits(word, /^(?:-C|--directory|--prefix|--cwd|--dir|-d|--working-directory)$/),
  )[0]?.value;
  const own = files.map((name) => literalWord(typeof folder === 'string' ? `${folder}/${name}` : name));
  const named = words.slice(1).flatMap((word) => {
    const glued = /^(?:--[\w-]+=|-f)(.+)$/s.exec(textOf(word))?.[1];
    return glued === undefined ? [word] : [word, literalWord(glued)];
  });
  return [...named, ...own].flatMap((word) => runsIn(contentOf(word) ?? partOf(word), escapes));
}

export function unwrapEscapes(words: readonly Word[], around: Around): readonly Inner[] {
  const escapes = ESCAPES.get(baseName(textOf(words[0])));
  if (escapes === undefined || words.every((word) => escapes.when?.test(beginningOf(word)) === false)) return [];
  const heard = heardOf(around.stdin);
  const stdin: Stdin = heard === undefined ? around.stdin : { kind: 'text', text: heard, runs: [] };
  return [...readEscapes(words, stdin), ...readFiles(words, escapes, around)].map((text) => runsText(text));
}
