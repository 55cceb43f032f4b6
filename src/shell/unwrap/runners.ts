import { baseName } from '../../base/path.ts';
import type { Word } from '../../vocab/shell-line.ts';
import { readOptions } from '../options.ts';
import { flagTable } from '../tables/table.ts';
import { literalWord } from '../words/fields.ts';
import { startsWords, type Inner } from './inner.ts';
import { startsMarked } from './find.ts';

const RUNNER = flagTable(
  'npx',
  {
    '0': '-y|--yes --no --no-install --ignore-existing -q|--quiet -s|--silent --bun --offline --prefer-offline -d -dd -ddd',
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
  ['bun', ['x']],
]);

/**
 * Programs that are looked at behind a runner, as the judge knows what they do: a rule for `npx *` would otherwise speak
 * of none of the many that it does not know.
 */
const KNOWN = new Set(
  (
    'rimraf del del-cli rm npm pnpm yarn np lerna nx changeset semantic-release vsce ovsx jsr sh bash zsh node tsx ts-node ' +
    'vercel netlify wrangler serverless sls cdk sst concurrently nodemon dotenv cross-env cross-env-shell env-cmd shx'
  ).split(' '),
);

/** `npx rimraf /`, `npm exec -- rimraf /`, `pnpm dlx npm@10 publish`. */
export function unwrapPackage(words: readonly Word[]): readonly Inner[] {
  const verbs = VERBS.get(baseName(words[0]?.value ?? '')) ?? [];
  const at = verbs.includes('') ? 0 : words.findIndex(({ value }, i) => i > 0 && verbs.includes(value ?? ''));
  if (at < 0) return [];
  const behind = words.slice(at);
  const [program, ...args] = behind.slice(readOptions(behind, RUNNER).operandsAt);
  const name = program?.value?.replace(/(?<=.)@[^/]*$/, '') ?? null;
  return name === null || !KNOWN.has(baseName(name)) ? [] : [startsWords([literalWord(name), ...args])];
}

/** Programs that delete whole trees, as `rm -rf` of what they are given. */
const REMOVERS = new Set(['rimraf', 'del', 'del-cli', 'rm-rf']);

const deletes = (words: readonly Word[]): readonly Inner[] =>
  words.length === 0 ? [] : [startsWords([literalWord('rm'), literalWord('-rf'), ...words])];

/** The removers expand a glob that the shell left alone. */
const asGlob = (word: Word): Word =>
  word.pattern === null && /[*?[]/.test(word.value ?? '') ? { ...word, pattern: word.value } : word;

const operandsOf = (words: readonly Word[]): readonly Word[] =>
  words.filter(({ value }) => value?.startsWith('-') !== true);

export function unwrapRemover(words: readonly Word[]): readonly Inner[] {
  const head = baseName(words[0]?.value ?? '');
  if (REMOVERS.has(head)) return deletes(operandsOf(words.slice(1)).map(asGlob));
  if (head === 'srm') return [startsWords([literalWord('rm'), ...words.slice(1)])];
  if (head === 'cmake' && words[1]?.value === '-E') return unwrapCmake(words.slice(2));
  return head === 'fd' || head === 'fdfind' ? unwrapFd(words) : [];
}

function unwrapCmake([verb, ...args]: readonly Word[]): readonly Inner[] {
  const text = verb?.value ?? '';
  if (text === 'rm') return [startsWords([literalWord('rm'), ...args])];
  if (text === 'remove_directory' || text === 'remove') return deletes(operandsOf(args));
  if (text === 'env') return [startsWords([literalWord('env'), ...args])];
  return text === 'time' ? [startsWords(args)] : text === 'chdir' ? [startsWords(args.slice(1))] : [];
}

/** `{}`, `{.}`, `{/}`, `{//}`, `{/.}`: the whole of what fd finds, or a part of it. */
const FD_MARK = /\{[/.]*\}/;
const toMark = ({ value }: Word): string => (value ?? '').replace(/\{[/.]*\}/g, '{}');

/** `fd x -X rm -rf`: what it finds comes in the place of the mark, or behind. */
function unwrapFd(words: readonly Word[]): readonly Inner[] {
  const at = words.findIndex(({ value }) => /^-[a-zA-Z]*[xX]$|^--exec(?:-batch)?$/.test(value ?? ''));
  const command = at < 0 ? [] : words.slice(at + 1);
  if (command.length === 0) return [];
  const marked = command.map((word) => (FD_MARK.test(word.value ?? '') ? literalWord(toMark(word)) : word));
  return startsMarked(marked.some((word, i) => word !== command[i]) ? marked : [...command, literalWord('{}')], '{}');
}

/** `tar --remove-files -cf x /etc` deletes what it has packed, from the folder that `-C` names. */
export function removedByTar(words: readonly Word[]): readonly Inner[] {
  const texts = words.map(({ value }) => value ?? '');
  if (!texts.some((text) => text.length > 5 && '--remove-files'.startsWith(text))) return [];
  const folder = words.find((_, i) => /^(?:-[a-zA-Z]*C|--directory)$/.test(texts[i - 1] ?? ''));
  const named = words.filter(
    ({ value }, i) =>
      i > 0 &&
      value?.startsWith('-') !== true &&
      !/^-?[a-zA-Z]*[CfTXgbK]$|^--(?:file|directory)$/.test(texts[i - 1] ?? ''),
  );
  const rm = [literalWord('rm'), literalWord('-r'), ...named];
  return named.length === 0 ? [] : [startsWords(rm, folder === undefined ? {} : { folder })];
}
