import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { headOf, subcommandOf, nameOf } from '../command-view.ts';
import { readTar } from '../writers/archive.ts';
import { workTreeOf } from '../writers/git.ts';
import { textOf } from '../../shell/words/word-text.ts';

/** How a program is told which trees it searches, copies, packs, sends, serves, or opens under another name. */
interface Taker {
  /** Its words behind the head, joined, of the uses that take trees; absent: all of them. */
  readonly use?: RegExp;
  /** Flags whose value is a tree, glued, behind `=` or as the next word. */
  readonly flags?: RegExp;
  /** Which of the words that are no flags are trees. */
  readonly words?: 'all' | 'sources' | 'last';
  /** Words in front of them, such as a verb. */
  readonly skip?: number;
  /** Without any it takes the folder it runs in. */
  readonly here?: true;
  /** It only looks: a search from above the agent's home asks, as any search through secrets does. */
  readonly searches?: true;
  /** It makes a tree the root of what it starts; `/` changes nothing. */
  readonly root?: true;
}

const RECURSIVE = /(^| )(-[a-zA-Z.]*[raR]\S*|--recursive|--archive)( |$)/;
const GREP = /(^| )(-[a-zA-Z.]*[rR]\S*|--recursive|--dereference-recursive|--directories=recurse)( |$)/;
const VOLUMES = /^(?:-[a-zA-Z]*v|--volume|--mount)(?:=|$|(?=[/.]))/;
/** Options in front of the verb, each with or without a value. */
const RUNS = /^(?:-\S+ (?:[^-\s]\S* )?)*(?:(?:container|compose|service) (?:-\S+ (?:[^-\s]\S* )?)*)?(?:run|create)\b/;

const rows: readonly (readonly [heads: string, taker: Taker])[] = [
  ['rg ag ack', { words: 'all', here: true, searches: true }],
  ['grep egrep fgrep zgrep ugrep', { use: GREP, words: 'all', here: true, searches: true }],
  ['diff', { use: /(^| )(-[a-zA-Z.]*r\S*|--recursive)( |$)/, words: 'all', searches: true }],
  ['cp rsync scp', { use: RECURSIVE, words: 'sources' }],
  ['7z 7za 7zz', { use: /^[au] /, words: 'all', skip: 2 }],
  ['zip', { use: /(^| )(-[a-zA-Z.]*r\S*|--recurse-paths)( |$)/, words: 'all', skip: 1 }],
  ['pax', { use: /(^| )-[a-zA-Z]*w/, words: 'all', here: true }],
  ['jar', { use: /^-{0,2}c/, flags: /^-C$/, words: 'all', skip: 2 }],
  ['mksquashfs genisoimage mkisofs xorriso', { words: 'all' }],
  ['aws', { use: /^s3 (sync|cp|mv)\b/, words: 'sources', skip: 2 }],
  ['gsutil rclone s3cmd mc', { use: /(^| )(cp|mv|rsync|copy|sync|move|mirror|put|serve|mount)( |$)/, words: 'all' }],
  ['restic borg kopia duplicity bup', { words: 'all' }],
  ['docker podman nerdctl', { use: /^(container )?cp /, words: 'sources', skip: 1 }],
  ['docker podman nerdctl docker-compose podman-compose', { use: RUNS, flags: VOLUMES }],
  ['docker podman nerdctl', { use: /^volume create\b/, flags: /^(?:(?:-o|--opt)=?)?device=/ }],
  ['docker podman buildah', { use: /^(image )?(build|bud)\b/, flags: /^(?:-v|--volume)(?:=|$|(?=[/.]))/ }],
  ['docker podman nerdctl buildah', { use: /^(image |buildx )?(build|bud)\b/, words: 'last', skip: 1 }],
  ['mount', { use: /^(?!.*\bremount\b)/, words: 'all' }],
  ['bindfs', { words: 'all' }],
  ['chroot', { words: 'all', root: true }],
  ['unshare', { flags: /^(?:-R|--root)(?:=|$)/, root: true }],
  ['bwrap', { flags: /^--(?:(?:ro-|dev-)?bind(?:-try)?|overlay-src)$/ }],
  ['proot', { flags: /^(?:-b|--bind|-m|--mount|-r|--rootfs|-R|-S)(?:=|$)/, root: true }],
  ['systemd-nspawn', { flags: /^(?:-D|--directory|--bind|--bind-ro)(?:=|$)/, root: true }],
  ['firejail', { flags: /^--(?:chroot|bind)(?:=|$)/, root: true }],
  ['python python3', { use: /^(-\S+ )*-m ?http\.server\b/, flags: /^(?:-d|--directory)(?:=|$)/, here: true }],
  ['php', { use: /(^| )-S/, flags: /^-t/, here: true }],
  ['serve http-server live-server', { words: 'all', here: true }],
  ['npx bunx', { use: /^(-\S+ )*(serve|http-server|live-server)(@\S+)?( |$)/, words: 'all', skip: 1, here: true }],
  ['caddy', { use: /^file-server\b/, flags: /^(?:--root|-r)(?:=|$)/, here: true }],
  ['httpd webfsd', { flags: /^-[hr](?=$|[/.])/ }],
  ['ruby', { use: /(^| )-run (-e ?)?httpd\b/, words: 'all', skip: 1 }],
  ['darkhttpd miniserve', { words: 'all' }],
  ['twistd', { use: /(^| )web\b/, flags: /^--path(?:=|$)/ }],
];

const TAKERS: ReadonlyMap<string, readonly Taker[]> = new Map(
  [
    ...Map.groupBy(
      rows.flatMap(([heads, taker]) => heads.split(' ').map((head) => [head, taker] as const)),
      ([head]) => head,
    ),
  ].map(([head, own]) => [head, own.map(([, taker]) => taker)]),
);

/** Trees that a command takes, with the folders they may be named from. */
export interface Trees {
  readonly words: readonly Word[];
  readonly folders: readonly (string | null)[];
  readonly searches: boolean;
  readonly root: boolean;
}

export function treesOf(command: SimpleCommand): readonly Trees[] {
  const head = nameOf(command);
  if (head === 'git') return git(command);
  if (/^(bsd|g)?tar$/.test(head)) return packed(command);
  const takers = TAKERS.get(head);
  if (takers === undefined) return [];
  return takers.flatMap((taker) => (taker.use?.test(argumentsOf(command)) === false ? [] : taken(command, taker)));
}

const argumentsOf = ({ words }: SimpleCommand): string =>
  words
    .slice(1)
    .map(({ value }) => value ?? '?')
    .join(' ');

/** The words behind the head that are no flags. */
export const namedBy = ({ words }: SimpleCommand): readonly Word[] =>
  words.slice(1).filter(({ value }) => value?.startsWith('-') !== true);

function taken(command: SimpleCommand, taker: Taker): readonly Trees[] {
  const given = [...(taker.flags === undefined ? [] : valuesBehind(command, taker.flags)), ...wordsOf(command, taker)];
  if (given.length === 0 && taker.here !== true) return [];
  const { searches = false, root = false } = taker;
  return [{ words: given, folders: [command.cwd], searches, root }];
}

function wordsOf(command: SimpleCommand, taker: Taker): readonly Word[] {
  if (taker.words === undefined) return [];
  if (taker.searches === true && taker.here === true) return searched(command);
  const named = namedBy(command).slice(taker.skip ?? 0);
  if (taker.words === 'sources') return named.slice(0, -1);
  return taker.words === 'last' ? named.slice(-1) : named;
}

const PATTERN_FLAG = /^(-[a-zA-Z.]*[ef]|--regexp|--file|--files)$/;

/** The first word is what is looked for, where no flag brings it. */
function searched(command: SimpleCommand): readonly Word[] {
  const named = namedBy(command);
  return command.words.some((word) => PATTERN_FLAG.test(textOf(word))) ? named : named.slice(1);
}

/** What a flag is given, up to the colon, the comma or inside `src=`: what stands behind is a name for it elsewhere. */
function valuesBehind(command: SimpleCommand, flags: RegExp): readonly Word[] {
  const { words } = command;
  return words.flatMap((word, i) => {
    const text = word.value ?? word.prefix;
    const [flag] = flags.exec(text) ?? [];
    const value =
      flag === undefined
        ? undefined
        : text.length > flag.length
          ? withValue(word, text.slice(flag.length))
          : words[i + 1];
    if (value === undefined) return [];
    const whole = value.value ?? value.prefix;
    const source = /(?:^|,)(?:src|source)=([^,]*)/.exec(whole)?.[1] ?? whole.replace(/[:,].*$/s, '');
    // `bwrap --bind / /`: everything keeps its name. A volume without a slash or a dot is no folder.
    const keepsName = headOf(command) === 'bwrap' && words[i + 2]?.value === whole;
    return keepsName || !/[./]/.test(source) ? [] : [withValue(value, source)];
  });
}

const withValue = (word: Word, text: string): Word => ({ ...word, value: text, pattern: null, prefix: text });

/** What a tar packs lies in the folders of its `-C`, each read from the one in front. */
function packed(command: SimpleCommand): readonly Trees[] {
  const { read, verb, folders } = readTar(command);
  if (verb !== 'pack' || read.operands.length === 0) return [];
  return [{ words: read.operands, folders, searches: false, root: false }];
}

const WHOLE = /^(-[a-zA-Z]*[Aau][a-zA-Z]*|--all|--update|--no-ignore-removal|\.|\.\/|:\/|\*)$/;
const KEEPS = /^(add|stage|commit)$/;

/** What git puts into its repository or prints of a tree: of its own folder, or of one that it is told to take for its tree. */
function git(command: SimpleCommand): readonly Trees[] {
  const { verb, rest } = subcommandOf(command);
  const mayKeep = verb !== null && KEEPS.test(verb);
  const isTaking = mayKeep || verb === 'stash' || verb === 'grep' || verb === 'diff';
  if (!isTaking && !rest.some(({ value }) => value === '--no-index')) return [];
  const texts = rest.map(textOf);
  const { isGiven, folder } = workTreeOf(command);
  const tree = { words: [], folders: [folder], root: false };
  const named = rest.filter(({ value }) => value?.startsWith('-') !== true);
  if (texts.includes('--no-index')) return [{ ...tree, words: named, searches: true }];
  const keeps = verb === 'stash' || (mayKeep && texts.some((text) => WHOLE.test(text)));
  if (keeps) return [{ ...tree, searches: !isGiven }];
  if (verb === 'add' || verb === 'stage') return named.length === 0 ? [] : [{ ...tree, words: named, searches: true }];
  if (verb !== 'grep' && verb !== 'diff') return [];
  const files = named.filter((word) => !/^-[a-zA-Z]*[ef]$/.test(textOf(rest[rest.indexOf(word) - 1])));
  const hasPattern = verb === 'diff' || texts.some((text) => /^-[a-zA-Z]*[ef]/.test(text));
  return [{ ...tree, words: hasPattern ? files : files.slice(1), searches: true }];
}
