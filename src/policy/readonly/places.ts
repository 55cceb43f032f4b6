import { folderOf, isWithin, resolvePath } from '../../base/path.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { patternGives, placeOf, realPathsOf } from '../paths.ts';
import { HOME_PLACES } from '../secret-places.ts';
import type { FoundHead } from './find-head.ts';
import { readPaths } from './operands.ts';

/**
 * Where a word leads: the path as given and, where facts were gathered for it, after symlinks. Of a glob the folder in
 * front of its first pattern, and the names it gives on disk. Null when that cannot be known.
 */
export function placesOf(word: Word, cwd: string | null, facts: Facts): readonly string[] | null {
  if (word.value === null || cwd === null) return null;
  const { pattern } = word;
  if (pattern !== null && GOES_UP_BEHIND_WILDCARD.test(pattern)) return null;
  const place = placeOf(word, { cwd });
  const found = place === null ? [] : realPathsOf(place, facts);
  if (pattern === null) return place === null ? [resolvePath(cwd, word.value)] : found;
  return [...new Set([resolvePath(cwd, folderOfGlob(pattern)), ...found.map(folderOfFound)])];
}

/** Behind a link `..` leads up from where the link does. */
const GOES_UP_BEHIND_WILDCARD = /[*?[][^/]*\/(?:.*\/)?\.\.(?:\/|$)/s;

const folderOfFound = (path: string): string => (/[*?[]/.test(path) ? resolvePath('/', folderOfGlob(path)) : path);

/** `src/a*\/b` lies in `src`, `*.md` in `.`, `/d*` in `/`. */
function folderOfGlob(pattern: string): string {
  const literal = pattern.replace(/^((?:[^*?[\\]|\\.)*).*$/s, '$1').replace(/\\(.)/gs, '$1');
  return literal.startsWith('/') ? folderOf(literal) : literal.slice(0, literal.lastIndexOf('/') + 1) || '.';
}

/** Why what a command reads is out of bounds for the proof: a device, or a tree in which secrets are kept. */
export function refusePlaces(command: SimpleCommand, found: FoundHead | null, facts: Facts): string | null {
  const paths = readPaths(command);
  for (const word of [...paths, ...inputs(command)]) {
    const places = placesOf(word, command.cwd, facts);
    if (places === null) return `it is not known where ${word.text} leads`;
    if (places.some(isDevice) || mayMatchDevice(word)) return `${word.text} is a device`;
    if (places.some(isOfProcess)) return `${word.text} leads elsewhere for every process`;
  }
  return found === null ? null : refuseTree(paths, command.cwd, found, facts);
}

const inputs = (command: SimpleCommand): readonly Word[] =>
  command.redirects.flatMap(({ op, target }) => (op === '<' && target !== null ? [target] : []));

/** Shared memory holds ordinary files; all else below /dev counts as a device. */
const isDevice = (path: string): boolean =>
  (isWithin(path, '/dev') && path !== '/dev' && path !== '/dev/null' && !isWithin(path, '/dev/shm')) ||
  KERNEL_FILES.test(path);

/** The memory of the machine and of processes, and messages that are gone once they are read. */
const KERNEL_FILES =
  /^\/proc\/(?:kcore|kmsg|[^/]+\/(?:task\/[^/]+\/)?mem)$|^\/sys\/kernel\/(?:debug\/)?tracing\/(?:.+\/)?trace_pipe(?:_raw)?$/;

const NAMED_KERNEL_FILES = ['/proc/kcore', '/proc/kmsg', '/proc/1/mem', '/proc/self/mem', '/proc/self/task/1/mem'];

const isOfProcess = (path: string): boolean => /^\/proc\/[^/]+\/(task\/[^/]+\/)?(cwd|root|fd\/[^/]*)(\/|$)/.test(path);

/** `/dev/sd*`, `/d*\/sda`: a glob whose names could be devices. */
function mayMatchDevice({ pattern }: Word): boolean {
  if (pattern === null) return false;
  if (/^\/+dev\/+[^/]*[*?[]/.test(pattern)) return true;
  if (pattern.startsWith('/') && NAMED_KERNEL_FILES.some((file) => patternGives(pattern, file))) return true;
  const first = /^\/+([^/]*[*?[][^/]*)\/./.exec(pattern)?.[1];
  return first !== undefined && 'dev'.startsWith(first.replace(/[*?[\\].*$/s, ''));
}

/** POLICY 6: reading the contents of a whole tree asks where it is, contains or lies in a folder of secrets. */
function refuseTree(roots: readonly Word[], cwd: string | null, found: FoundHead, facts: Facts): string | null {
  const { read } = found;
  if (found.spec.readsTree?.(read) !== true) return null;
  if (found.spec.followsLinks?.(read) === true) return 'it follows links wherever they lead';
  // git diff reads outside of a repository when it is given two paths; a revision is no path that exists.
  const holdsSecrets = createSecretCheck(facts);
  for (const word of roots) {
    const places = placesOf(word, cwd, facts);
    if (places === null || places.some(holdsSecrets)) {
      return `it reads everything below ${word.text}, where secrets are kept`;
    }
  }
  if (roots.length > 0 || found.git !== null) return null;
  return cwd === null || holdsSecrets(cwd) ? 'it reads everything below a folder where secrets are kept' : null;
}

/** Whether the tree below a folder holds secrets, or lies among them. */
function createSecretCheck(facts: Facts): (root: string) => boolean {
  const folders = secretFoldersOf(facts);
  const own = resolvePath('/', facts.agentHome);
  const isFree = (root: string): boolean => ['skills', 'commands'].some((name) => isWithin(root, `${own}/${name}`));
  return (root) => {
    const below = `${root}/`;
    const meets = (folder: string): boolean =>
      root === '/' || folder.startsWith(below) || (root.startsWith(folder) && isWithin(root, folder));
    return folders.some(meets) || (meets(own) && !isFree(root));
  };
}

const secretFolders = new WeakMap<Facts, readonly string[]>();

/** Put together once a call: every command that reads a tree asks. */
function secretFoldersOf(facts: Facts): readonly string[] {
  const known = secretFolders.get(facts);
  if (known !== undefined) return known;
  const homes = new Set([facts.home, ...facts.homes]);
  const inHomes = [...homes].flatMap((home) => HOME_PLACES.map(({ path }) => resolvePath(home, path)));
  // Below /proc lie the environments of processes, the agent's own with its keys among them.
  const folders = ['/proc', ...inHomes];
  secretFolders.set(facts, folders);
  return folders;
}

/** True when the word names a folder inside the workspace, as given and after symlinks. */
export function leadsInside(word: Word, cwd: string | null, facts: Facts): boolean {
  if (word.features.length > 0 || word.value === null || word.value === '' || word.value.startsWith('-')) return false;
  return placesOf(word, cwd, facts)?.every((place) => isWithin(place, facts.workspace)) === true;
}
