import type { Stdin, Word } from '../../vocab/shell-line.ts';
import { constantOutput } from '../words/constant-output.ts';
import { MAX_VALUES } from '../context.ts';
import { readOptions, type OptionsRead } from '../options.ts';
import { PARALLEL, XARGS } from '../tables/wrappers.ts';
import { printedWord, unknownWord } from '../words/fields.ts';
import { startsMarked, UNKNOWN_NAME } from './find.ts';
import { inputText, isInputFile, joinWords, NOTHING, runsText, startsWords, type Around, type Inner } from './inner.ts';
import { guessBehindUnknown } from './wrapper.ts';
import { fits, textOf, upTo } from '../words/word-text.ts';
import { matchesOf } from '../../base/text.ts';

const valueOf = (read: OptionsRead, ...names: readonly string[]): Word | null | undefined =>
  read.flags.find(({ name, flag }) => names.includes(flag.same ?? name))?.value;

/** The command of xargs with the items of its input behind it, or in the place of its mark. */
export function unwrapXargs(words: readonly Word[], around: Around): readonly Inner[] {
  const read = readOptions(words, XARGS);
  if (read.unknown.length > 0) return guessBehindUnknown(words, read);
  const command = words.slice(read.operandsAt);
  if (command.length === 0) return NOTHING;
  const marks = [valueOf(read, '-I'), valueOf(read, '-i')].filter((given) => given !== undefined);
  const mark = marks.length === 0 ? null : (marks[0]?.value ?? '{}');
  const items = xargsItems(read, around, mark !== null);
  const stdin: Stdin = { kind: 'file' };
  if (mark === null) {
    const rounds = items === null ? [[unknownWord(true)]] : inRounds(items.map(printedWord), read);
    return rounds.map((round) => startsWords([...command, ...round], { stdin }));
  }
  if (items === null) return startsMarked(command, mark).map((inner) => ({ ...inner, stdin }));
  return items.map((item) =>
    startsWords(
      command.map((word) => fillMark(word, mark, item)),
      { stdin },
    ),
  );
}

/** The items by the number that one round of the command gets; by lines or their length it is not known which it gets. */
function inRounds(items: readonly Word[], read: OptionsRead): readonly (readonly Word[])[] {
  const given = valueOf(read, '-n');
  const most = given === undefined ? MAX_VALUES : Number(textOf(given));
  if (!(most > 0) || valueOf(read, '-L', '-l', '-s') !== undefined) return [[...items, unknownWord(true)]];
  return Array.from({ length: Math.ceil(items.length / most) || 1 }, (_, i) => items.slice(i * most, (i + 1) * most));
}

function fillMark(word: Word, mark: string, item: string): Word {
  if (word.value === null) return word;
  return word.value.includes(mark) ? printedWord(word.value.replaceAll(mark, item)) : word;
}

/** The items xargs would read, at most 64; null when its input or its delimiter is not known. */
function xargsItems(read: OptionsRead, around: Around, byLine: boolean): readonly string[] | null {
  const file = valueOf(read, '-a');
  const given = file === undefined || file === null ? undefined : around.contentOf(file);
  const text = file === undefined || isInputFile(file ?? undefined) ? inputText(around.stdin) : (given ?? null);
  const delimiter = valueOf(read, '-d');
  if (text === null) return null;
  if (valueOf(read, '-0') !== undefined) return bounded(text.split('\0'));
  if (delimiter !== undefined) {
    const mark = constantOutput(['printf', '%b', delimiter?.value ?? null]);
    return mark === null || mark.length !== 1 ? null : bounded(text.split(mark));
  }
  if (byLine) return bounded(text.split('\n').map((line) => unquote(line.trimStart())));
  return bounded(matchesOf(text, /(?:[^\s"'\\]|\\[^]|"[^"\n]*"|'[^'\n]*')+/g).map(unquote));
}

const unquote = (item: string): string =>
  item.replace(
    /\\([^])|"([^"\n]*)"|'([^'\n]*)'/g,
    (_, escaped?: string, double?: string, single?: string) => escaped ?? double ?? String(single),
  );

function bounded(items: readonly string[]): readonly string[] | null {
  const filled = items.filter((item) => item !== '');
  return filled.length > MAX_VALUES ? null : filled;
}

/** parallel hands its command to a shell as one text, once for every choice of its sources. */
export function unwrapParallel(words: readonly Word[], around: Around): readonly Inner[] {
  const read = readOptions(words, PARALLEL);
  if (read.unknown.length > 0) return guessBehindUnknown(words, read);
  const rest = words.slice(read.operandsAt);
  const isSource = (word: Word): boolean => fits(word, /^:::[:+]*$/);
  const first = rest.findIndex(isSource);
  if (rest.length === 0 && around.stdin.kind === 'inherit') return NOTHING;
  const command = joinWords(upTo(rest, isSource));
  if (command === null) return [runsText(null)];
  const lines = inputText(around.stdin)?.split('\n') ?? null;
  const sources = first === -1 ? [lines === null ? null : bounded(lines)] : sourcesOf(rest.slice(first), isSource);
  return choices(sources).map((choice) => runsText(fillText(command, choice)));
}

function sourcesOf(words: readonly Word[], isSource: (word: Word) => boolean): readonly (readonly string[] | null)[] {
  const sources: (Word[] | null)[] = [];
  for (const word of words) {
    // `::::` reads its items from files, which is not followed.
    if (isSource(word)) sources.push(word.value?.startsWith('::::') === true ? null : []);
    else sources.at(-1)?.push(word);
  }
  return sources.map((items) => {
    const texts = items?.map(({ value }) => value) ?? [null];
    return texts.includes(null) ? null : bounded(texts.map((text) => text ?? ''));
  });
}

/** Every combination, up to the cap; an unknown source gives one unknown item. */
function choices(sources: readonly (readonly string[] | null)[]): readonly (readonly string[])[] {
  let all: readonly (readonly string[])[] = [[]];
  for (const source of sources) {
    const items = source ?? [UNKNOWN_NAME];
    all = all.flatMap((choice) => items.map((item) => [...choice, item])).slice(0, MAX_VALUES);
  }
  return all;
}

function fillText(command: string, items: readonly string[]): string {
  const whole = items.join(' ');
  if (command === '') return whole;
  if (!/\{[\d./#%]*\}/.test(command)) return `${command} ${whole}`;
  return command.replace(/\{(\d*)[./#%]*\}/g, (_, n: string) => (n === '' ? whole : (items[Number(n) - 1] ?? '')));
}
