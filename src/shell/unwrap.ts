import type { SimpleCommand, Stdin, Word } from '../vocab/shell-line.ts';
import { literalWord, unknownWord } from './words/fields.ts';
import { readOptions, type OptionsRead } from './options.ts';
import { PARALLEL, SHELL_OPTIONS, SHELLS, WRAPPERS, XARGS, type Wrapper } from './tables/wrappers.ts';

/** What a command starts in its turn: another command, or a text that a shell runs. */
export type Inner =
  | {
      readonly kind: 'words';
      readonly words: readonly Word[];
      readonly sameShell: boolean;
      /** `NAME=value` words in front of the command. */
      readonly assignments?: SimpleCommand['assignments'];
      /** The environment is emptied, whole or in part. */
      readonly clears?: boolean;
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
    };

/** What stands around the command while it is unwrapped. */
export interface Around {
  readonly stdin: Stdin;
  /** The known text behind a process substitution used as a file name; undefined for any other word. */
  readonly contentOf: (word: Word) => string | null | undefined;
}

const NOTHING: readonly Inner[] = [];

/** The commands a command starts by its own arguments or input. Without a depth limit: each result is shorter. */
export function unwrap(words: readonly Word[], around: Around): readonly Inner[] {
  const head = words[0]?.value;
  if (head === undefined || head === null) return NOTHING;
  const name = head.slice(head.lastIndexOf('/') + 1);
  if (SHELLS.has(name)) return unwrapShell(words, around);
  if (name === 'find') return unwrapFind(words);
  if (name === 'xargs') return unwrapXargs(words, around);
  if (name === 'parallel') return unwrapParallel(words, around);
  if (name === 'eval') return [runsText(joinWords(words.slice(1)), true)];
  if (name === 'source' || name === '.') return unwrapSource(words, around);
  if (name === 'trap') return unwrapTrap(words);
  if (name === 'alias') return unwrapAlias(words);
  if (name === 'git') return unwrapGit(words);
  const wrapper = WRAPPERS.get(name);
  return wrapper === undefined ? NOTHING : unwrapWrapper(words, wrapper, around);
}

const runsText = (text: string | null, sameShell: boolean): Inner => ({
  kind: 'text',
  text,
  sameShell,
  positional: sameShell ? null : [],
  arg0: null,
});

/** Words joined by one space; null when one is not known. */
export function joinWords(words: readonly Word[]): string | null {
  return words.some(({ value }) => value === null) ? null : words.map(({ value }) => value).join(' ');
}

function unwrapWrapper(words: readonly Word[], wrapper: Wrapper, around: Around): readonly Inner[] {
  const name = wrapper.table.head;
  const read = readOptions(words, wrapper.table);
  if (name === 'command' && read.flags.some((used) => used.name !== '-p')) return NOTHING;
  const split = read.flags.find((used) => used.name === '-S' && name === 'env');
  if (split !== undefined) {
    const rest = words.slice(read.operandsAt);
    const text = joinWords([...(split.value === null ? [] : [split.value]), ...rest]);
    return [runsText(text, false)];
  }
  const inner = textInners(words, wrapper, read);
  if (inner.length > 0) return inner;
  if (read.unknown.length > 0) return guessBehindUnknown(words, read, wrapper);
  return commandBehind(words, read, wrapper, around);
}

function textInners(words: readonly Word[], wrapper: Wrapper, read: OptionsRead): Inner[] {
  if (wrapper.text === undefined) return [];
  const all = wrapper.table.head === 'su' || wrapper.table.head === 'flock' || wrapper.table.head === 'script';
  // su, script and flock take their text also behind operands.
  const flags = all ? readOptions(words, { ...wrapper.table, stopsAtOperand: false }).flags : read.flags;
  return flags
    .filter(({ name, flag }) => wrapper.text?.includes(flag.same ?? name))
    .map(({ value }) => runsText(value?.value ?? null, false));
}

function commandBehind(words: readonly Word[], read: OptionsRead, wrapper: Wrapper, around: Around): readonly Inner[] {
  const { head } = wrapper.table;
  const dash = words[read.operandsAt]?.value === '-';
  if (head === 'su') return around.stdin.kind === 'inherit' ? NOTHING : [readsScript(around)];
  const start = read.operandsAt + (dash ? 1 : 0) + (wrapper.operands ?? 0);
  const assignments = wrapper.assignments === true ? readAssignments(words.slice(start)) : [];
  const rest = words.slice(start + assignments.length);
  if (rest.length === 0) return wrapper.shell === true ? [readsScript(around)] : NOTHING;
  if (wrapper.joins === true) return [runsText(joinWords(rest), false)];
  const clears = head === 'env' && (dash || read.flags.some(({ name, flag }) => /^-[iu]$/.test(flag.same ?? name)));
  return [{ kind: 'words', words: rest, sameShell: wrapper.sameShell === true, assignments, clears }];
}

function readAssignments(words: readonly Word[]): { readonly name: string; readonly value: string | null }[] {
  const assignments = [];
  for (const { value, prefix } of words) {
    const [whole, name = ''] = /^([A-Za-z_]\w*)=/.exec(value ?? prefix) ?? [];
    if (whole === undefined) break;
    assignments.push({ name, value: value === null ? null : value.slice(whole.length) });
  }
  return assignments;
}

/**
 * An option that stands in no table may or may not take a value: both readings are judged, and one command that is not
 * known, so that nothing about the line is ever allowed.
 */
function guessBehindUnknown(words: readonly Word[], read: OptionsRead, wrapper: Wrapper): readonly Inner[] {
  const operands = wrapper.operands ?? 0;
  const starts = new Set([read.operandsAt + operands, read.operandsAt + operands + 1]);
  const guesses = [...starts].map((start) => words.slice(start)).filter((rest) => rest.length > 0);
  return [...guesses, [unknownWord(true)]].map((rest) => ({ kind: 'words', words: rest, sameShell: false }));
}

function readsScript(around: Around): Inner {
  const { stdin } = around;
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  return { ...runsText(stdin.kind === 'inherit' ? '' : text, false), stdin: { kind: 'inherit' } };
}

function unwrapShell(words: readonly Word[], around: Around): readonly Inner[] {
  let at = 1;
  let code = false;
  let stdin = false;
  for (; at < words.length; at++) {
    const text = words[at]?.value ?? null;
    if (text === null) return guessScript(words.slice(at), code);
    if (text === '--' || text === '-') {
      at++;
      break;
    }
    if (!/^[-+]./.test(text)) break;
    const name = text.startsWith('--') ? text : `-${text.at(-1) ?? ''}`;
    if (text.startsWith('-') && !text.startsWith('--')) {
      code ||= text.includes('c');
      stdin ||= text.includes('s');
    }
    if (SHELL_OPTIONS.flags[name]?.arity === 1) at++;
  }
  const rest = words.slice(at);
  if (code) return [shellText(rest)];
  const [script] = rest;
  if (script === undefined || stdin || /^(\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(script.value ?? '')) {
    const given = stdin ? rest : rest.slice(1);
    return [{ ...readsScript(around), kind: 'text', positional: given.map(({ value }) => value) } as Inner];
  }
  const content = around.contentOf(script);
  return content === undefined ? NOTHING : [{ ...runsText(content, false), positional: null } as Inner];
}

function shellText(rest: readonly Word[]): Inner {
  const [code, arg0, ...positional] = rest;
  return {
    kind: 'text',
    text: code?.value ?? null,
    sameShell: false,
    positional: rest.some(({ many }) => many) ? null : positional.map(({ value }) => value),
    arg0: arg0?.value ?? null,
  };
}

/** The options are not known: whatever is known behind them may be the code. */
function guessScript(rest: readonly Word[], code: boolean): readonly Inner[] {
  const texts = code ? rest.slice(0, 1) : rest;
  return [...texts.map(({ value }) => runsText(value, false)), runsText(null, false)];
}

function unwrapSource(words: readonly Word[], around: Around): readonly Inner[] {
  const [, file] = words;
  if (file === undefined) return NOTHING;
  if (/^(\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(file.value ?? '')) {
    return [{ ...readsScript(around), sameShell: true }];
  }
  return [runsText(around.contentOf(file) ?? null, true)];
}

function unwrapTrap(words: readonly Word[]): readonly Inner[] {
  const operands = words.slice(1).filter(({ value }) => value !== '--');
  const [action] = operands;
  if (action === undefined || action.value === '-' || /^-[lp]/.test(action.value ?? '')) return NOTHING;
  return operands.length < 2 ? NOTHING : [runsText(action.value, true)];
}

function unwrapAlias(words: readonly Word[]): readonly Inner[] {
  return words.slice(1).flatMap(({ value }) => {
    const equals = value?.indexOf('=') ?? -1;
    return value !== null && equals > 0 ? [runsText(value.slice(equals + 1), false)] : [];
  });
}

const RUNS_ITS_VALUE = /(pager|editor|sshcommand|fsmonitor|external|textconv|command|cmd|helper|driver|clean|smudge|process)$/;

/** `git -c alias.x='!rm -rf ~' x`: git hands such values to a shell. */
function unwrapGit(words: readonly Word[]): readonly Inner[] {
  return words.flatMap(({ value }, i) => {
    const setting = words[i - 1]?.value === '-c' ? /^([^=]+)=([^]*)$/.exec(value ?? '') : null;
    const [, key = '', text = ''] = setting ?? [];
    if (text.startsWith('!')) return [runsText(text.slice(1), false)];
    return setting !== null && RUNS_ITS_VALUE.test(key.toLowerCase()) ? [runsText(text, false)] : [];
  });
}

const EXEC_ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

function unwrapFind(words: readonly Word[]): readonly Inner[] {
  const inners: Inner[] = [];
  for (let at = 1; at < words.length; at++) {
    if (!EXEC_ACTIONS.has(words[at]?.value ?? '')) continue;
    const rest = words.slice(at + 1);
    const end = rest.findIndex(({ value }, i) => value === ';' || (value === '+' && rest[i - 1]?.value === '{}'));
    const inner = (end < 0 ? rest : rest.slice(0, end)).map((word) => replaceMark(word, '{}'));
    if (inner.length > 0) inners.push({ kind: 'words', words: inner, sameShell: false });
    at += inner.length;
  }
  return inners;
}

/** A word that holds the mark stands for names that are not known. */
function replaceMark(word: Word, mark: string): Word {
  const at = word.value?.indexOf(mark) ?? -1;
  return at < 0 ? word : { ...word, value: null, pattern: null, prefix: word.value?.slice(0, at) ?? '' };
}

function unwrapXargs(words: readonly Word[], around: Around): readonly Inner[] {
  const read = readOptions(words, XARGS);
  if (read.unknown.length > 0) {
    return guessBehindUnknown(words, read, { table: XARGS });
  }
  const command = words.slice(read.operandsAt);
  if (command.length === 0) return NOTHING;
  const used = (name: string): Word | null | undefined =>
    read.flags.find((flag) => flag.name === name || flag.flag.same === name)?.value;
  const mark = used('-I') === undefined ? (used('-i') === undefined ? null : '{}') : (used('-I')?.value ?? '{}');
  const fromFile = used('-a') !== undefined;
  const items = fromFile ? null : xargsItems(around.stdin, used('-0') !== undefined, used('-d'));
  const appended = items === null ? [unknownWord(true)] : items.map(literalWord);
  const stdin: Stdin = { kind: 'file' };
  if (mark === null) return [{ kind: 'words', words: [...command, ...appended], sameShell: false, stdin }];
  const marked = items ?? [null];
  return marked.map((item) => ({
    kind: 'words',
    words: command.map((word) => fillMark(word, mark, item)),
    sameShell: false,
    stdin,
  }));
}

function fillMark(word: Word, mark: string, item: string | null): Word {
  if (item === null || word.value === null) return replaceMark(word, mark);
  return word.value.includes(mark) ? literalWord(word.value.replaceAll(mark, item)) : word;
}

/** The items xargs would read; null when its input or its delimiter is not known. At most 64. */
function xargsItems(stdin: Stdin, nulls: boolean, delimiter: Word | null | undefined): readonly string[] | null {
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  if (text === null) return null;
  let items: readonly string[];
  if (nulls) items = text.split('\0');
  else if (delimiter !== undefined) {
    const mark = delimiter?.value;
    if (mark === null || mark === undefined || mark.length !== 1) return null;
    items = text.split(mark);
  } else {
    items = (text.match(/(?:[^\s"'\\]|\\[^]|"[^"\n]*"|'[^'\n]*')+/g) ?? []).map((item) =>
      item.replace(
        /\\([^])|"([^"\n]*)"|'([^'\n]*)'/g,
        (_, escaped: string, double: string, single: string) => escaped ?? double ?? single,
      ),
    );
  }
  const filled = items.filter((item) => item !== '');
  return filled.length > 64 ? null : filled;
}

function unwrapParallel(words: readonly Word[], around: Around): readonly Inner[] {
  const read = readOptions(words, PARALLEL);
  const rest = words.slice(read.operandsAt);
  const separator = rest.findIndex(({ value }) => value?.startsWith(':::') === true);
  const command = separator < 0 ? rest : rest.slice(0, separator);
  const given =
    separator < 0 ? null : rest.slice(separator + 1).filter(({ value }) => value?.startsWith(':::') !== true);
  const items = given ?? xargsItems(around.stdin, false, undefined)?.map(literalWord) ?? [unknownWord(true)];
  if (command.length === 0) return items.map(({ value }) => runsText(value, false));
  // The command is handed to a shell once for each item.
  return items.map(({ value }) => {
    const marked = command.some((word) => word.value?.includes('{}'));
    const filled = command.map((word) => fillMark(word, '{}', value));
    const all = marked ? filled : [...command, value === null ? unknownWord(true) : literalWord(value)];
    return { kind: 'words', words: all, sameShell: false };
  });
}
