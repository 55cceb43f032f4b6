import type { Word } from '../../vocab/shell-line.ts';
import { baseName } from '../../base/path.ts';
import { MAX_VALUES } from '../context.ts';
import { SHELL_OPTIONS, SHELLS } from '../tables/wrappers.ts';
import { literalWord } from '../words/fields.ts';
import {
  inputText,
  isInputFile,
  NOTHING,
  readsScript,
  runsParts,
  runsText,
  shellTextOf,
  startsWords,
  type Around,
  type Inner,
} from './inner.ts';
import { fits, textOf } from '../words/word-text.ts';

/** `sh -c 'text' name args`, `sh -s`, a script from standard input or from a process substitution. */
export function unwrapShell(words: readonly Word[], around: Around): readonly Inner[] {
  let at = 1;
  let code = false;
  let stdin = false;
  for (; at < words.length; at++) {
    const word = words[at];
    const text = word?.value ?? null;
    if (word !== undefined && text === null) {
      const isFile = around.contentOf(word) !== undefined || around.partOf(word) !== '';
      if (isFile || (code && shellTextOf(word) !== null)) break;
      return [...(code ? runsParts([word], givenTo(words.slice(at))) : []), ...guessScript(words.slice(at), code)];
    }
    if (text === '--' || text === '-') {
      at++;
      break;
    }
    if (text === null || !/^[-+]./.test(text)) break;
    const name = text.startsWith('--') ? text : `-${text.slice(-1)}`;
    if (text.startsWith('-') && !text.startsWith('--')) {
      code ||= text.includes('c');
      stdin ||= text.includes('s');
    }
    if (SHELL_OPTIONS.flags[name]?.arity === 1) at++;
  }
  if (onlyReads(words.slice(1, at))) return NOTHING;
  return [...startFiles(words.slice(1, at), around), ...unwrapScript(words.slice(at), { code, stdin }, around)];
}

/** `bash -n`: the text is read for its syntax and nothing of it runs; an interactive shell does not heed it. */
function onlyReads(options: readonly Word[]): boolean {
  const texts = options.map(textOf);
  return texts.some((text) => /^-[a-z]*n/.test(text)) && !texts.some((text) => /^-[a-z]*[io]|^\+/.test(text));
}

/** `bash --rcfile <(x) -i`, `--init-file`: what an interactive shell reads to begin with. */
const startFiles = (options: readonly Word[], around: Around): readonly Inner[] =>
  options.flatMap((word, i) => {
    if (!fits(options[i - 1], /^--(?:rcfile|init-file)$/)) return [];
    const text = isInputFile(word) ? inputText(around.stdin) : around.contentOf(word);
    return typeof text === 'string' ? [runsText(text)] : [];
  });

function unwrapScript(
  rest: readonly Word[],
  options: { code: boolean; stdin: boolean },
  around: Around,
): readonly Inner[] {
  if (options.code) return [shellText(rest)];
  const [script] = rest;
  if (script === undefined || options.stdin || isInputFile(script)) {
    const given = options.stdin ? rest : rest.slice(1);
    return [readsScript(around, { positional: given.map(({ value }) => value) })];
  }
  const [content = '', part] = [around.contentOf(script), around.partOf(script)];
  return [content, part].flatMap((text) => (text === '' ? [] : [scriptText(text, rest)]));
}

const scriptText = (content: string | null, [script, ...given]: readonly Word[]): Inner =>
  runsText(content, {
    positional: given.some(({ many }) => many) ? null : given.map(({ value }) => value),
    arg0: script?.value ?? null,
  });

/** `./x` that the line has written: its first line says what reads it, and without one a shell does. */
export function unwrapFile(words: readonly Word[], around: Around): readonly Inner[] {
  const [head, ...given] = words;
  const content = head === undefined ? undefined : (programText(head, around) ?? (around.partOf(head) || undefined));
  if (head === undefined || typeof content !== 'string') return NOTHING;
  const [, program = '', argument = ''] = /^#!\s*(\S+)[^\S\n]*([^\n]*)/.exec(content) ?? [];
  const reader = baseName(program) === 'env' ? baseName(argument.replace(/^-S\s*/, '').split(/\s/)[0] ?? '') : program;
  if (reader === '' || SHELLS.has(baseName(reader))) return [scriptText(content, words)];
  const front = [program, ...argument.trim().split(/\s+/)].filter((text) => text !== '');
  return [startsWords([...front.map(literalWord), head, ...given])];
}

/** What is in the file that a program's name means: itself, or the first of that name in a folder of `PATH`. */
function programText(head: Word, { contentOf, valueOf }: Around): string | null | undefined {
  const name = textOf(head);
  if (name === '' || name.includes('/')) return name === '' ? undefined : contentOf(head);
  const folders = (valueOf('PATH') ?? '').split(':', MAX_VALUES);
  return folders
    .map((folder) => contentOf(literalWord(`${folder === '' ? '.' : folder}/${name}`)))
    .find((content) => content !== undefined);
}

const shellText = (rest: readonly Word[]): Inner =>
  runsText(rest[0] === undefined ? null : shellTextOf(rest[0]), givenTo(rest));

/** What a text gets that stands behind it. */
const givenTo = (rest: readonly Word[]): { positional: readonly (string | null)[] | null; arg0: string | null } => ({
  positional: rest.some(({ many }) => many) ? null : rest.slice(2).map(({ value }) => value),
  arg0: rest[1]?.value ?? null,
});

/** The options are not known: whatever is known behind them may be the code. */
function guessScript(rest: readonly Word[], code: boolean): readonly Inner[] {
  const texts = code ? rest.slice(0, 1) : rest;
  return [...texts.map(({ value }) => runsText(value)), runsText(null)];
}

export function unwrapSource(words: readonly Word[], around: Around): readonly Inner[] {
  const file = words[1]?.value === '--' ? words[2] : words[1];
  if (file === undefined) return NOTHING;
  if (isInputFile(file)) return [readsScript(around, { sameShell: true, positional: null })];
  const part = around.partOf(file);
  const known = part === '' ? [] : [runsText(part, { sameShell: true })];
  return [...known, runsText(around.contentOf(file) ?? null, { sameShell: true })];
}

/** Judged where it stands and once more with what is known when the line ends. */
export function unwrapTrap(words: readonly Word[]): readonly Inner[] {
  const operands = words.slice(1).filter(({ value }) => value !== '--');
  const [action] = operands;
  if (action === undefined || action.value === '-' || fits(action, /^-[lp]/)) return NOTHING;
  return operands.length < 2 ? NOTHING : [runsText(action.value, { sameShell: true, later: true })];
}
