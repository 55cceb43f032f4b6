import { baseName } from '../../base/path.ts';
import type { Word } from '../../vocab/shell-line.ts';
import { readOptions } from '../options.ts';
import { flagTable } from '../tables/table.ts';
import { literalWord } from '../words/fields.ts';
import { runsText, startsWords, type Inner } from './inner.ts';
import { startsMarked } from './find.ts';
import { behindEach, behindFirst, fits, textOf } from '../words/word-text.ts';

/** Flags that take the next word; any other is passed over. */
const RUNNER = flagTable(
  'npx',
  {
    '1': '-p|--package --cache --userconfig --registry -w|--workspace -n|--node-arg --npm --shell --script-shell',
    '1/runs': '-c|--call',
  },
  { stopsAtOperand: true },
);

/** Runners of packages, with the verb behind which the program stands; '' where it stands behind the runner itself. */
const VERBS: ReadonlyMap<string, readonly string[]> = new Map([
  ['npx', ['']],
  ['bunx', ['']],
  ['pnpx', ['']],
  ['npm', ['exec', 'x']],
  ['pnpm', ['exec', 'dlx']],
  ['yarn', ['exec', 'dlx', 'run']],
  ['bun', ['x', 'exec']],
]);

/**
 * Programs that are looked at behind a runner, as the judge knows what they do: a rule for `npx *` would otherwise speak
 * of none of the many that it does not know.
 */
const KNOWN = new Set(
  (
    'rimraf del del-cli rm-rf rm npm pnpm yarn np lerna nx changeset semantic-release vsce ovsx jsr sh bash zsh node tsx ts-node ' +
    'vercel netlify wrangler serverless sls cdk sst concurrently nodemon dotenv cross-env cross-env-shell env-cmd shx'
  ).split(' '),
);

/** `npx rimraf /`, `npm exec -- rimraf /`, `pnpm dlx npm@10 publish`. */
export function unwrapPackage(words: readonly Word[]): readonly Inner[] {
  const verbs = VERBS.get(baseName(textOf(words[0]))) ?? [];
  const at = verbs.includes('')
    ? 0
    : words.findIndex(({ value }, i) => i > 0 && value !== null && verbs.includes(value));
  if (at === -1) return [];
  const behind = words.slice(at);
  const [program, ...args] = behind.slice(readOptions(behind, RUNNER).operandsAt);
  // A text of several words is one for a shell.
  if (program !== undefined && fits(program, /\S\s+\S/) && verbs.includes('exec')) return [runsText(textOf(program))];
  const name = program?.value?.replace(/(?<=.)@[^/]*$/, '') ?? null;
  return name === null || !KNOWN.has(baseName(name)) ? [] : [startsWords([literalWord(name), ...args])];
}

/** Programs that delete whole trees, as `rm -rf` of what they are given. */
const REMOVERS = new Set(['rimraf', 'del', 'del-cli', 'rm-rf']);

const deletes = (words: readonly Word[]): readonly Inner[] =>
  words.length === 0 ? [] : [startsWords([literalWord('rm'), literalWord('-rf'), ...words])];

/** The removers expand a glob that the shell left alone. */
const asGlob = (word: Word): Word =>
  word.pattern === null && fits(word, /[*?[]/) ? { ...word, pattern: word.value } : word;

const operandsOf = (words: readonly Word[]): readonly Word[] => words.filter((word) => !fits(word, /^-/));

export function unwrapRemover(words: readonly Word[]): readonly Inner[] {
  const head = baseName(textOf(words[0]));
  if (REMOVERS.has(head)) return deletes(operandsOf(words.slice(1)).map(asGlob));
  if (head === 'srm' || head === 'wipe') return [startsWords([literalWord('rm'), ...words.slice(1)])];
  if (head === 'zip') return movedByZip(words.slice(1));
  if (head === 'bfs') return [startsWords([literalWord('find'), ...words.slice(1)])];
  if (head === 'cmake' && words[1]?.value === '-E') return unwrapCmake(words.slice(2));
  return head === 'fd' || head === 'fdfind' ? unwrapFd(words) : [];
}

function unwrapCmake([verb, ...args]: readonly Word[]): readonly Inner[] {
  const text = textOf(verb);
  if (text === 'rm') return [startsWords([literalWord('rm'), ...args])];
  if (text === 'remove_directory' || text === 'remove') return deletes(operandsOf(args));
  if (text === 'env') return [startsWords([literalWord('env'), ...args])];
  return text === 'time' ? [startsWords(args)] : text === 'chdir' ? changesFolder(args) : [];
}

const changesFolder = ([folder, ...command]: readonly Word[]): readonly Inner[] =>
  folder === undefined ? [] : [startsWords(command, { folder })];

/** `zip -rm x.zip y`: what is packed is deleted. */
function movedByZip(words: readonly Word[]): readonly Inner[] {
  const moves = words.some((word) => fits(word, /^(?:-[a-zA-Z]*m[a-zA-Z]*|--move)$/));
  const recursive = words.some((word) => fits(word, /^(?:-[a-zA-Z]*r[a-zA-Z]*|--recurse-paths)$/));
  return moves && recursive ? deletes(operandsOf(words).slice(1)) : [];
}

/** `{}`, `{.}`, `{/}`, `{//}`, `{/.}`: the whole of what fd finds, or a part of it. */
const FD_MARK = /\{[/.]*\}/;
const toMark = (word: Word): string => textOf(word).replace(/\{[/.]*\}/g, '{}');

/** `fd x -X rm -rf`: what it finds comes in the place of the mark, or behind. */
function unwrapFd(words: readonly Word[]): readonly Inner[] {
  const command = behindFirst(words, (word) => fits(word, /^-[a-zA-Z]*[xX]$|^--exec(?:-batch)?$/));
  if (command.length === 0) return [];
  const marked = command.map((word) => (fits(word, FD_MARK) ? literalWord(toMark(word)) : word));
  const given = marked.some((word, i) => word !== command[i]) ? marked : [...command, literalWord('{}')];
  return [...startsMarked(given, '{}'), ...startsOnAll(words.slice(1, words.length - command.length - 1), given)];
}

/** `fd . / -x rm -rf`: where nothing chooses, it is what lies in the folders that are named. */
function startsOnAll(front: readonly Word[], command: readonly Word[]): readonly Inner[] {
  const [pattern, ...folders] = operandsOf(front);
  const chooses = front.some((word) => fits(word, /^(?:-[a-zA-Z]*[eES]|--(?:ext|exclude|size|changed|owner))/));
  if (chooses || !fits(pattern, /^[.*^$]*$/)) return [];
  const all = folders.filter(({ value }) => value !== null).map((folder) => `${textOf(folder)}/*`);
  return all.map((glob) =>
    startsWords(command.map((word) => (word.value === '{}' ? { ...literalWord(glob), pattern: glob } : word))),
  );
}

/** `tar --remove-files -cf x /etc` deletes what it has packed, from the folder that `-C` names. */
export function removedByTar(words: readonly Word[]): readonly Inner[] {
  const texts = words.map(textOf);
  if (!texts.some((text) => text.length > 5 && '--remove-files'.startsWith(text))) return [];
  const [folder] = behindEach(words, (word) => fits(word, /^(?:-[a-zA-Z]*C|--directory)$/));
  const named = words.filter(
    (word, i) => i > 0 && !fits(word, /^-/) && !fits(words[i - 1], /^-?[a-zA-Z]*[CfTXgbK]$|^--(?:file|directory)$/),
  );
  const rm = [literalWord('rm'), literalWord('-r'), ...named];
  return named.length === 0 ? [] : [startsWords(rm, folder === undefined ? {} : { folder })];
}
