import { flagTable } from '../../shell/tables/table.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { literalWord } from '../../shell/words/fields.ts';
import {
  feedersOf,
  headOf,
  optionsOf,
  outersOf,
  startsOfFind,
  subcommandOf,
  usesFlag,
  nameOf,
} from '../command-view.ts';
import { isRawDevice } from '../devices.ts';
import { placeOf, realPathsOf } from '../paths.ts';
import { workTreeOf } from '../writers/git.ts';
import { findWrites } from '../writes.ts';
import type { Hardline } from './hardline.ts';
import { isProtectedTarget, isRootTarget } from './protected.ts';
import { fits, textOf } from '../../shell/words/word-text.ts';

type Found = Pick<Hardline, 'code' | 'reason'> | null;

export const RM = flagTable('rm', {
  '0': '-f|--force -i -I -r|-R|--recursive -d|--dir -v|--verbose -x|--one-file-system -P -W --no-preserve-root --help --version',
  'attached': '--interactive --preserve-root',
});

/** Flags of chmod and chown; a mode such as `-w` looks like a flag and is passed over. */
export const MODE = flagTable('chmod', {
  '0':
    '-R|--recursive -v|--verbose -c|--changes -f|--silent|--quiet -h|--no-dereference --dereference -H -L -P ' +
    '--preserve-root --no-preserve-root --help --version',
  'attached': '--reference --from',
});

/** Recursive delete of a protected folder, by rm, find or rsync, or by what they start. */
export function findDeleteOfTree(command: SimpleCommand, facts: Facts, all: readonly SimpleCommand[]): Found {
  for (const { words, at } of deletedTrees(command, facts, all)) {
    const hit = words.find((word) => isProtectedTarget(word, at, facts));
    if (hit === undefined) continue;
    const shown = hit.value === hit.text ? hit.text : `${hit.text} (${hit.pattern ?? hit.value ?? hit.prefix})`;
    return {
      code: 'delete-protected-tree',
      reason: `it deletes ${shown} with everything in it, which nothing brings back`,
    };
  }
  return null;
}

/** Words that name trees, and the command whose folder they are read in. */
interface Trees {
  readonly words: readonly Word[];
  readonly at: SimpleCommand;
}

function deletedTrees(command: SimpleCommand, facts: Facts, all: readonly SimpleCommand[]): readonly Trees[] {
  const head = headOf(command);
  if (head === 'rm') {
    const read = optionsOf(command, RM);
    const own = usesFlag(read, '-r') ? [{ words: read.operands, at: command }] : [];
    const named = usesFlag(read, '-r') ? printedTrees(command, all) : [];
    return [...own, ...named, ...feedingFinds(command, all).map((find) => ({ words: startsOfFind(find), at: find }))];
  }
  if (head === 'find') return deletesAllFound(command, all) ? [{ words: startsEntered(command), at: command }] : [];
  if (head === 'rsync' && command.words.some((word) => fits(word, /^--del/))) {
    // The last folder is entered, also behind a link; a dry run only tells.
    const operands = command.words.slice(1).filter((word) => !fits(word, /^-/));
    const dry = textsOf(command).some((text) => /^(-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/.test(text));
    return dry ? [] : [{ words: operands.slice(-1).map(entered), at: command }];
  }
  if (head === 'git') return cleanedTree(command, facts);
  return head === 'rclone' ? purgedTrees(command) : [];
}

/** `rm -rf $(find / -maxdepth 1)`, `cd / && ls | xargs rm -rf`: what a find or an ls names whole and nothing chooses from. */
function printedTrees(command: SimpleCommand, all: readonly SimpleCommand[]): readonly Trees[] {
  const runs = new Set(command.words.flatMap((word) => word.runs));
  return [feedersOf(command, all), all.filter(({ index }) => runs.has(index))].flatMap(([source, ...more]) => {
    if (source === undefined || more.length > 0) return [];
    if (headOf(source) === 'find') {
      return chooses(textsOf(source).slice(1)) ? [] : [{ words: startsOfFind(source), at: source }];
    }
    return headOf(source) === 'ls' ? listedTrees(source, command) : [];
  });
}

/** What ls prints are names: they mean what it lists only where that is the folder they are read in. */
function listedTrees(ls: SimpleCommand, command: SimpleCommand): readonly Trees[] {
  const named = ls.words.slice(1).filter((word) => !fits(word, /^-/));
  const folders = named.length === 0 ? [ls.cwd] : named.map((word) => placeOf(word, ls)?.path ?? null);
  return folders.flatMap((folder) =>
    folder === null || folder !== command.cwd
      ? []
      : [{ words: [{ ...literalWord('*'), pattern: '*' }], at: { ...command, cwd: folder } }],
  );
}

/** `rclone purge ~`, `rclone delete /`: a place without a colon is here. */
function purgedTrees(command: SimpleCommand): readonly Trees[] {
  const { verb, rest } = subcommandOf(command);
  const dry = rest.some((word) => fits(word, /^(-n|--dry-run|--include.*|--m(?:in|ax)-.*|--filter.*|--files-from.*)$/));
  const deletes = (verb === 'purge' || verb === 'delete') && !dry;
  return deletes ? [{ words: rest.filter((word) => !fits(word, /^-/)), at: command }] : [];
}

/** `git --work-tree=/ clean -fdx`: everything that the repository does not know, which may be all there is. */
function cleanedTree(command: SimpleCommand, { agentHome }: Facts): readonly Trees[] {
  const { verb, rest } = subcommandOf(command);
  if (verb !== 'clean') return [];
  const uses = (letter: string, name: string): boolean =>
    rest.some((word) => word.value === name || fits(word, new RegExp(`^-[a-zA-Z]*${letter}`)));
  const deletes = uses('f', '--force') && uses('d', '-d') && !uses('n', '--dry-run');
  const { folder } = workTreeOf(command);
  // The agent's own folder is for the step control.
  return deletes && folder !== null && folder !== agentHome ? [{ words: [literalWord(folder)], at: command }] : [];
}

/** With -L or -H a start that is a link is followed, as if it ended in a slash. */
function startsEntered(find: SimpleCommand): readonly Word[] {
  const starts = startsOfFind(find);
  if (!find.words.some(({ value }) => value === '-L' || value === '-H')) return starts;
  return starts.map(entered);
}

const entered = (word: Word): Word =>
  word.value === null
    ? word
    : {
        ...word,
        value: `${word.value}/`,
        prefix: `${word.value}/`,
        pattern: word.pattern === null ? null : `${word.pattern}/`,
      };

/** Finds whose whole output xargs or parallel hands to this command. */
const feedingFinds = (command: SimpleCommand, all: readonly SimpleCommand[]): readonly SimpleCommand[] =>
  feedersOf(command, all).filter((source) => headOf(source) === 'find' && !chooses(textsOf(source).slice(1)));

const textsOf = (command: SimpleCommand): readonly string[] => command.words.map(textOf);

const DELETERS = /^(rm|shred|unlink|rmdir|srm|trash)$/;

/** Whether a find deletes everything below its starts: an action that deletes, and no test in front that chooses. */
export function deletesAllFound(command: SimpleCommand, all: readonly SimpleCommand[]): boolean {
  const starts = all.some((inner) => DELETERS.test(nameOf(inner)) && outersOf(inner, all).includes(command));
  const texts = textsOf(command);
  return texts.some((text, i) => {
    const deletes = text === '-delete' || (/^-(exec|ok)(dir)?$/.test(text) && starts);
    return deletes && !chooses(texts.slice(1, i));
  });
}

const NARROWING =
  /^-(i?name|i?path|i?wholename|i?regex|i?lname|newer\w*|[acm]time|[acm]min|size|empty|user|group|uid|gid|nouser|nogroup|perm|inum|samefile|links|fstype|context)$/;

/** Whether the tests of a find leave something out; with an alternative or a negation everything may still go. */
function chooses(tests: readonly string[]): boolean {
  if (tests.some((text) => /^(-o|-or|,|!|-not)$/.test(text))) return false;
  return tests.some((text, i) => NARROWING.test(text) && !isEverything(text, tests[i + 1]));
}

/** `-name '*'`, `-path '*.*'`, `-regex '.*'`: a test that every name passes. */
const isEverything = (test: string, value: string | undefined): boolean =>
  /(name|path|regex)$/.test(test) && value !== undefined && /^[.*?/\\+]+$/.test(value);

const FORMATTERS = new Set(
  'mke2fs mkdosfs mkntfs mkswap mkreiserfs mkudffs mkexfatfs newfs newfs_hfs newfs_apfs newfs_msdos'.split(' '),
);

/** Formatting, and writing to a disk below its file system. */
export function findDeviceWrite(command: SimpleCommand, facts: Facts, all: readonly SimpleCommand[]): Found {
  const head = headOf(command);
  const formatter = formatterOf(command);
  if (formatter !== null) {
    return { code: 'format-disk', reason: `${formatter} makes a new file system, and what was there is gone` };
  }
  const writes = findWrites(command);
  const isWiped = head !== null && wipes(head, command);
  if (writes.length === 0 && !isWiped) return null;
  const written = [
    ...writes.filter(({ kind }) => kind === 'content').map(({ place }) => place),
    ...(isWiped ? command.words.slice(1).flatMap((word) => placeOf(word, command) ?? []) : []),
  ].flatMap((place) => realPathsOf(place, facts));
  const device =
    written.find(isRawDevice) ?? written.find((path) => head !== 'mknod' && madeDevices(all).includes(path));
  if (device !== undefined) {
    return { code: 'write-raw-device', reason: `it overwrites ${device}, a disk below its file system` };
  }
  if (written.some((path) => ENDS_THE_DAY.test(path))) {
    return { code: 'shut-down', reason: 'it makes the machine restart or stop at once' };
  }
  return null;
}

const ENDS_THE_DAY = /^\/proc\/sysrq-trigger$|^(?:\/run|\/dev)\/initctl$/;

/** A program that makes a file system, also by a name of which the end is not known: `mkfs."$(x)"`; null for another. */
function formatterOf(command: SimpleCommand): string | null {
  const head = headOf(command);
  const [first] = command.words;
  if (head === null) return /(?:^|\/)mkfs\.$/.test(String(first?.prefix)) ? 'mkfs' : null;
  if (head === 'diskutil') return ERASES.test(textsOf(command).slice(1).join(' ')) ? head : null;
  if (head === 'nwipe') return someWord(command, /^--autonuke$/) ? head : null;
  const formats = /^mkfs(\.(?!(?:sh|bash|py|pl|rb|js|ts|txt|md|log)$)\w+)?$/.test(head) || FORMATTERS.has(head);
  return formats && !asksForHelp(command) ? head : null;
}

const ERASES =
  /^(?:eraseDisk|eraseVolume|reformat|zeroDisk|randomDisk|secureErase|partitionDisk|apfs deleteContainer) /i;

const someWord = ({ words }: SimpleCommand, pattern: RegExp): boolean => words.some((word) => fits(word, pattern));

/** Devices that the line makes by a name of its own: `mknod d b 8 0`. */
const madeDevices = (all: readonly SimpleCommand[]): readonly string[] =>
  all.flatMap((made) => {
    const at = headOf(made) === 'mknod' ? made.words.findIndex(({ value }) => value === 'b') : -1;
    const name = made.words[at - 1];
    return name === undefined ? [] : (placeOf(name, made)?.path ?? []);
  });

const asksForHelp = (command: SimpleCommand): boolean =>
  command.words.length > 1 && command.words.slice(1).every((word) => fits(word, /^(-V|--version|--help)$/));

/** Programs that erase the device they are given, with what among their words, joined, makes them do so. */
const WIPERS: ReadonlyMap<string, RegExp> = new Map([
  ...[
    'blkdiscard',
    'shred',
    'wipe',
    'nwipe',
    'flash_eraseall',
    'flash_erase',
    'ddrescue',
    'dd_rescue',
    'pvcreate',
    'vgcreate',
    'make-bcache',
    'sg_sanitize',
  ].map((head) => [head, /^/] as const),
  ['wipefs', /^(?!.*(?:^| )(?:-[abfhiJpq]*n|--no-act)(?: |$)).*(?:^| )(?:-[a-z]*a|--al?l?( |$))/],
  ['sgdisk', /(^| )(-[a-zA-Z]*[Zo]|--zap(-all)?|--clear)( |$)/],
  ['sfdisk', /^(?!.*(?:^| )(?:-[ldJsFTVvhn]|--(?:list|dump|json|show|verify|no-act|help|version|discard-free)))/],
  ['parted', /(^| )(mklabel|mktable)( |$)/],
  ['badblocks', /(^| )-[a-z]*w/],
  ['cryptsetup', /(^| )(luksFormat|erase|luksErase|reencrypt)( |$)/],
  ['nvme', /^(-\S+ )*(format|sanitize|write\S*|delete-ns)( |$)/],
  ['fdisk', /^(?!.*(?:^| )(?:-[lsVhx]|--list|--help|--version))/],
  ['zpool', /^(create|add|replace|attach|labelclear)( |$)/],
  ['bcachefs', /^format( |$)/],
  ['mdadm', /(^| )(-[a-zA-Z]*C|--create|--zero-superblock)( |$)/],
  ['sg_format', /(^| )(-[a-zA-Z]*F|--format)/],
  ['hdparm', /(^| )--(security-erase|trim-sector|write-sector|make-bad|repair-sector|fwdownload|sanitize)/],
  ['ntfsclone', /(^| )(-[a-zA-Z]*O|--overwrite)/],
]);

/** Without input fdisk waits for a person. */
const wipes = (head: string, command: SimpleCommand): boolean =>
  !(head === 'fdisk' && command.stdin.kind === 'inherit') &&
  WIPERS.get(head)?.test(textsOf(command).slice(1).join(' ')) === true;

/** Recursive change of mode or owner of the whole file system, also by a find that starts at its root. */
export function findModeOfRoot(command: SimpleCommand, facts: Facts, all: readonly SimpleCommand[]): Found {
  const head = headOf(command);
  if (head !== 'chmod' && head !== 'chown' && head !== 'chgrp') return null;
  const read = optionsOf(command, MODE);
  const own = usesFlag(read, '-R') && read.operands.some((word) => isRootTarget(word, command, facts));
  const starting = outersOf(command, all).filter(
    (outer) => headOf(outer) === 'find' && !chooses(textsOf(outer).slice(1)),
  );
  const found = [...starting, ...feedingFinds(command, all)].some((find) =>
    startsOfFind(find).some((word) => isRootTarget(word, find, facts)),
  );
  if (!own && !found) return null;
  return { code: 'change-mode-of-root', reason: `${head} on all of / leaves a system that no longer works` };
}
