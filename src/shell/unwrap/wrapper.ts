import type { Word } from '../../vocab/shell-line.ts';
import { readOptions, type OptionsRead } from '../options.ts';
import type { Wrapper } from '../tables/wrapper.ts';
import { literalWord, unknownWord } from '../words/fields.ts';
import { joinWords, NOTHING, readsScript, runsParts, runsText, startsWords, type Around, type Inner } from './inner.ts';
import { textOf } from '../words/word-text.ts';
import { matchesOf } from '../../base/text.ts';

/** What a program of the table of wrappers starts: behind its options and operands, or given as a text. */
export function unwrapWrapper(words: readonly Word[], wrapper: Wrapper, around: Around): readonly Inner[] {
  const { head } = wrapper.table;
  const read = readOptions(words, wrapper.table);
  if (head === 'command' && read.flags.some((used) => used.name !== '-p')) return NOTHING;
  const split = head === 'env' ? findFlag(read, '-S') : undefined;
  if (split !== undefined) {
    const at = words.findIndex((word) => word === split || /^(-S.|--split-string=)/.test(word.value ?? word.prefix));
    return [startsWords([...words.slice(0, 1), ...splitString(split, around), ...words.slice(at + 1)])];
  }
  if (wrapper.anywhere === true || (wrapper.texts === true && read.unknown.length > 0))
    return [...textsOf(words, wrapper, read), ...startsAnywhere(words, read, wrapper)];
  const marker = wrapper.behindMarker === true ? words.findIndex(({ value }) => value === '--') : -1;
  if (marker > 0) return [startsWords(words.slice(marker + 1))];
  const texts = textsOf(words, wrapper, read);
  if (texts.length > 0) return texts;
  if (read.unknown.length > 0) return guessBehindUnknown(words, read, wrapper.operands);
  if (head === 'su' || (head === 'runuser' && findFlag(read, '-u') === undefined)) return logsIn(words, read, around);
  if (head === 'at' || head === 'batch') {
    const file = findFlag(read, '-f');
    return file == null ? [readsScript(around)] : [runsText(around.contentOf(file) ?? null)];
  }
  return commandBehind(words, read, wrapper, around);
}

const MAX_STARTS = 8;

/** Where the command begins is not known: every operand in front may be a value of an option. */
function startsAnywhere(words: readonly Word[], read: OptionsRead, wrapper: Wrapper): readonly Inner[] {
  const starts = words.flatMap(({ value }, i) =>
    i >= read.operandsAt && value !== null && !value.startsWith('-') ? [i] : [],
  );
  const inners = starts.slice(0, MAX_STARTS).flatMap((at): readonly Inner[] => {
    const text = textOf(words[at]);
    const isText = wrapper.texts === true && /\s/.test(text);
    return isText ? [runsText(text)] : [startsWords(words.slice(at), { guess: true })];
  });
  return [...inners, startsWords([NOT_KNOWN], { guess: true })];
}

/** The value of a flag in any of its spellings; undefined when it was not used, null when it has none. */
const findFlag = (read: OptionsRead, name: string): Word | null | undefined =>
  read.flags.find((used) => used.name === name || used.flag.same === name)?.value;

/** Programs that take their text also behind operands: `su root -c 'ls'`. */
const TAKES_TEXT_ANYWHERE = new Set(['su', 'runuser', 'script', 'nix-shell']);

function textsOf(words: readonly Word[], wrapper: Wrapper, read: OptionsRead): Inner[] {
  if (wrapper.text === undefined) return [];
  const anywhere = TAKES_TEXT_ANYWHERE.has(wrapper.table.head);
  const flags = anywhere ? readOptions(words, { ...wrapper.table, stopsAtOperand: false }).flags : read.flags;
  return flags
    .filter(({ name, flag }) => wrapper.text?.includes(flag.same ?? name))
    .flatMap(({ value }) => [...(value == null ? [] : runsParts([value])), runsText(value?.value ?? null)]);
}

/** `su [-] user [--] [arguments of the shell]`. */
function logsIn(words: readonly Word[], read: OptionsRead, around: Around): readonly Inner[] {
  const behind = words.slice(read.operandsAt + (words[read.operandsAt]?.value === '-' ? 1 : 0));
  const given = behind.slice(1).filter(({ value }, i) => !(i === 0 && value === '--'));
  if (given.length > 0) return [startsWords([literalWord('sh'), ...given])];
  return around.stdin.kind === 'inherit' ? NOTHING : [readsScript(around)];
}

function commandBehind(words: readonly Word[], read: OptionsRead, wrapper: Wrapper, around: Around): readonly Inner[] {
  const { head } = wrapper.table;
  const dash = words[read.operandsAt]?.value === '-';
  const lacks = wrapper.mayLackOperand === true && read.operandsAt > 1;
  const start = read.operandsAt + (dash ? 1 : 0) + (lacks ? 0 : (wrapper.operands ?? 0));
  const assignments = wrapper.assignments === true ? readAssignments(words.slice(start)) : [];
  const behind = words.slice(start + assignments.length);
  const files = words
    .slice(start, start + assignments.length)
    .flatMap((word) => (/^(?:BASH_)?ENV=/.test(word.value ?? word.prefix) ? [around.contentOf(word)] : []));
  // `script FILE -- command`, `flock FILE -c text`.
  const rest = behind[0]?.value === '--' ? behind.slice(1) : behind;
  if (rest.length > 1 && wrapper.textMark?.includes(textOf(rest[0])) === true)
    return [runsText(rest[1]?.value ?? null)];
  if (rest.length === 0) return wrapper.shell === true ? [readsScript(around)] : NOTHING;
  if (wrapper.texts === true) return rest.map(({ value }) => runsText(value));
  if (wrapper.mayLackOperand === true && !lacks) {
    const inner = [...words.slice(0, 1), ...rest];
    return commandBehind(inner, readOptions(inner, wrapper.table), { table: wrapper.table }, around);
  }
  if (wrapper.joins === true && findFlag(read, '-x') === undefined) return [runsText(joinWords(rest))];
  const unsets = head !== 'env' ? [] : dash || findFlag(read, '-i') !== undefined ? ['*'] : unsetBy(read);
  const folder = head === 'env' ? findFlag(read, '-C') : head === 'sudo' ? findFlag(read, '-D') : undefined;
  return [
    ...files.flatMap((text) => (typeof text === 'string' ? [runsText(text)] : [])),
    startsWords(rest, {
      sameShell: wrapper.sameShell === true,
      assignments,
      unsets,
      ...(folder === undefined || folder === null ? {} : { folder }),
    }),
  ];
}

/** `env -u X`; one that is not known may be any. */
const unsetBy = ({ flags }: OptionsRead): readonly (string | null)[] =>
  flags.flatMap(({ name, flag, value }) => ((flag.same ?? name) === '-u' ? [value?.value ?? null] : []));

function readAssignments(words: readonly Word[]): { readonly name: string; readonly value: string | null }[] {
  const assignments = [];
  for (const { value, prefix } of words) {
    const [whole, name = ''] = /^([^=]*)=/.exec(value ?? prefix) ?? [];
    if (whole === undefined) break;
    assignments.push({ name, value: value === null ? null : value.slice(whole.length) });
  }
  return assignments;
}

/** The words that `env -S` makes of one: quotes, `\_` for a blank; `${X}` is the variable. */
function splitString(word: Word | null, around: Around): readonly Word[] {
  const text = word?.value ?? null;
  if (text === null) return [unknownWord(true)];
  const spaced = text.replaceAll('\\_', ' ').replaceAll('\\c', '');
  const tokens = matchesOf(spaced, /(?:[^\s"'\\]|\\[^]|"(?:[^"\\]|\\[^])*"|'[^']*')+/g);
  return tokens.map((token) => {
    const filled = fillVariables(token, around);
    if (filled === null) return unknownWord(false);
    return literalWord(
      filled.replace(
        /\\([^])|"((?:[^"\\]|\\[^])*)"|'([^']*)'/g,
        (_, escaped?: string, double?: string, single?: string) =>
          escaped ?? double?.replace(/\\([^])/g, '$1') ?? String(single),
      ),
    );
  });
}

/** Null where one is not known; between single quotes they mean nothing, which is not looked at. */
function fillVariables(token: string, { valueOf }: Around): string | null {
  const values = [...token.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => valueOf(name));
  const rest = token.replace(/\$\{\w+\}/g, '');
  if (values.includes(null) || (values.length > 0 && rest.includes("'")) || rest.includes('${')) return null;
  return token.replace(/\$\{\w+\}/g, () => (values.shift() ?? '').replace(/[\\"']/g, '\\$&'));
}

const NOT_KNOWN = unknownWord(true);

/**
 * An option that stands in no table may or may not take a value: both readings are judged, and one command that is not
 * known, so that nothing about the line is ever allowed.
 */
export function guessBehindUnknown(words: readonly Word[], read: OptionsRead, operands = 0): readonly Inner[] {
  const starts = new Set([read.operandsAt + operands, read.operandsAt + operands + 1]);
  const guesses = [...starts].map((start) => words.slice(start)).filter((rest) => rest.length > 0);
  return [...guesses, [NOT_KNOWN]].map((rest) => startsWords(rest, { guess: true }));
}
