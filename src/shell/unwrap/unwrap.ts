import type { Word } from '../../vocab/shell-line.ts';
import { readSed } from '../sed-script.ts';
import { SHELLS, WRAPPERS } from '../tables/wrappers.ts';
import { unwrapEscapes } from './escapes.ts';
import { unwrapFind } from './find.ts';
import { NOTHING, runsParts, runsText, joinWords, shellTextOf, startsWords, type Around, type Inner } from './inner.ts';
import { unwrapParallel, unwrapXargs } from './items.ts';
import { unwrapCode } from './code.ts';
import { removedByTar, unwrapPackage, unwrapRemover } from './runners.ts';
import { unwrapTool } from './tools.ts';
import { unwrapFile, unwrapShell, unwrapSource, unwrapTrap } from './shells.ts';
import { unwrapGit, unwrapOptions, unwrapRsync, unwrapRunner, unwrapSsh, unwrapTar, unwrapTmux } from './texts.ts';
import { unwrapWrapper } from './wrapper.ts';
import { fits, textOf } from '../words/word-text.ts';

type Unwrap = (words: readonly Word[], around: Around) => readonly Inner[];

const unwrapSed: Unwrap = (words, { stdin }) => readSed(words, stdin).runs.map((text) => runsText(text));

const unwrapPacked: Unwrap = (words) => [...unwrapTar(words), ...removedByTar(words)];
const unwrapRun: Unwrap = (words) => [...unwrapRunner(words), ...unwrapPackage(words)];

/** A text that is not known whole may do more than its known parts say. */
function unwrapEval(words: readonly Word[]): readonly Inner[] {
  const given = words.slice(words[1]?.value === '--' ? 2 : 1);
  return [...runsParts(given, { sameShell: true }), runsText(joinWords(given), { sameShell: true })];
}

/** `jobs -x x`: it is started. */
const unwrapJobs: Unwrap = (words) =>
  words[1]?.value === '-x' ? [startsWords(words.slice(2), { sameShell: true })] : NOTHING;

/** `history -s x`: `fc -s` may run it. */
const unwrapHistory: Unwrap = (words) =>
  fits(words[1], /^-\w*s/) ? [runsText(joinWords(words.slice(2)), { sameShell: true })] : NOTHING;

const SPECIAL: ReadonlyMap<string, Unwrap> = new Map<string, Unwrap>([
  ...[...SHELLS].map((name) => [name, unwrapShell] as const),
  ['find', unwrapFind],
  ['xargs', unwrapXargs],
  ['parallel', unwrapParallel],
  ['eval', unwrapEval],
  ['source', unwrapSource],
  ['.', unwrapSource],
  ['trap', unwrapTrap],
  ['jobs', unwrapJobs],
  ['history', unwrapHistory],
  ['git', unwrapGit],
  ...['tar', 'bsdtar', 'gtar'].map((name) => [name, unwrapPacked] as const),
  ...['npx', 'npm', 'pnpm'].map((name) => [name, unwrapRun] as const),
  ['tmux', unwrapTmux],
  ...['sed', 'gsed'].map((name) => [name, unwrapSed] as const),
  ['ssh', unwrapSsh],
  ['sshfs', unwrapSsh],
  ['rsync', (words) => [...unwrapRsync(words), ...unwrapSsh(words)]],
  ...['scp', 'sftp'].map(
    (name) => [name, (words: readonly Word[]) => [...unwrapOptions(words), ...unwrapSsh(words)]] as const,
  ),
]);

/** Programs that start a command by one of their verbs: `poetry run x`. */
const VERBS = new Set([...WRAPPERS.keys()].flatMap((head) => (head.includes(' ') ? [head.split(' ')[0]] : [])));
const MAX_GLOBALS = 6;

function unwrapVerb(name: string, words: readonly Word[], around: Around): readonly Inner[] {
  const at = words.findIndex((word, i) => i > 0 && i <= MAX_GLOBALS && WRAPPERS.has(`${name} ${textOf(word)}`));
  const wrapper = WRAPPERS.get(`${name} ${textOf(words[at])}`);
  return wrapper === undefined ? unwrapOptions(words) : unwrapWrapper(words.slice(at), wrapper, around);
}

/** The commands a command starts by its own arguments or input. Without a depth limit: each result is shorter. */
export function unwrap(words: readonly Word[], around: Around): readonly Inner[] {
  const [first] = words;
  const head = first === undefined ? null : shellTextOf(first);
  if (/^\/proc\/[^/]+\/exe$/.test(head ?? first?.text ?? '')) return unwrapShell(words, around);
  if (head === null) return NOTHING;
  const script = unwrapFile(words, around);
  if (script.length > 0) return script;
  const name = head.slice(head.lastIndexOf('/') + 1);
  return [...unwrapNamed(name, words, around), ...unwrapEscapes(words, around)];
}

function unwrapNamed(name: string, words: readonly Word[], around: Around): readonly Inner[] {
  const special = SPECIAL.get(name);
  if (special !== undefined) return special(words, around);
  const code = [...unwrapCode(words, around), ...unwrapRemover(words), ...unwrapPackage(words), ...unwrapTool(words)];
  if (code.length > 0) return code;
  const wrapper = WRAPPERS.get(name);
  if (wrapper !== undefined) return unwrapWrapper(words, wrapper, around);
  return VERBS.has(name) ? unwrapVerb(name, words, around) : unwrapOptions(words);
}
