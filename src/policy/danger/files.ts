import { isWithin } from '../../base/path.ts';
import { flagTable } from '../../shell/tables/table.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { feedersOf, headOf, optionsOf, outersOf, usesFlag, valuesOf } from '../command-view.ts';
import { isRawDevice } from '../devices.ts';
import { MODE, RM } from '../hardline/disk.ts';
import { isProtectedFolder } from '../hardline/protected.ts';
import { placeOf, placeOfText, realPathsOf, removedPathsOf } from '../paths.ts';
import { findWrites } from '../writes.ts';
import { NONE, type DangerCheck, type Found } from './found.ts';
import { classesOfWrite } from './places.ts';
import { fits, textOf } from '../../shell/words/word-text.ts';

/** rm of trees, inside and outside; an operand that is not known counts as outside. */
export const findRecursiveDelete: DangerCheck = (command, facts, all) => {
  if (headOf(command) !== 'rm') return NONE;
  const read = optionsOf(command, RM);
  const fed = fedByFind(command, all);
  const mayRecurse = read.unknown.length > 0 && (read.operands.some(({ many }) => many) || read.operands.length > 1);
  if (!usesFlag(read, '-r') && (!mayRecurse || fed)) return NONE;
  const targets = fed ? read.operands.filter(({ value }) => value !== null) : read.operands;
  if (targets.length === 0) return NONE;
  const outside = targets.filter((word) => outsideOf(word, command, facts)?.length !== 0);
  const [first] = outside;
  if (first === undefined) {
    const flags = command.words.flatMap(({ value }) => (value?.startsWith('-') === true ? [value] : []));
    const isOwn = targets.every((word) => liesWithin(word, command, facts));
    const because = `it deletes a tree in ${isOwn ? 'the workspace' : 'the temporary folder'}`;
    return [{ class: 'recursive-delete', because, words: ['rm', ...flags] }];
  }
  const because = `it deletes the tree ${first.text}, which is not known to lie in the workspace`;
  // A rule has to name each of the places; one that is not known is named by none.
  const places = outside.map((word) => outsideOf(word, command, facts));
  const paths = places.every((found) => found !== null) ? places.flat() : [];
  return [{ class: 'recursive-delete-outside', because, paths }];
};

const liesWithin = (word: Word, command: SimpleCommand, facts: Facts): boolean => {
  const place = placeOf(word, command);
  return place !== null && removedPathsOf(place, facts).every((path) => isWithin(path, facts.workspace));
};

/** What of the places a word gives lies outside the workspace and the temporary folders; null when it is not known. */
function outsideOf(word: Word, command: SimpleCommand, facts: Facts): readonly string[] | null {
  const place = placeOf(word, command);
  const roots = [facts.workspace, ...facts.tmp];
  const isInside = (path: string): boolean => roots.some((root) => isWithin(path, root) && path !== root);
  return place === null ? null : removedPathsOf(place, facts).filter((path) => !isInside(path));
}

/** Started by find for what it finds, or by xargs on what a find prints. */
const fedByFind = (command: SimpleCommand, all: readonly SimpleCommand[]): boolean =>
  [...outersOf(command, all), ...feedersOf(command, all)].some((source) => headOf(source) === 'find');

const DELETERS = new Set(['rm', 'unlink', 'shred', 'rmdir', 'trash']);

export const findFindDelete: DangerCheck = (command, _facts, all) => {
  const head = headOf(command);
  const because = 'it deletes whatever the search finds';
  if (head === 'find' && command.words.some(({ value }) => value === '-delete')) {
    return [{ class: 'find-delete', because, words: ['find', '-delete'] }];
  }
  if (head === null || !DELETERS.has(head) || !fedByFind(command, all)) return NONE;
  return [{ class: 'find-delete', because }];
};

export const findOpenPermissions: DangerCheck = (command) => {
  const head = headOf(command);
  const modes =
    head === 'chmod' ? modeOperand(command) : head === 'mkdir' || head === 'install' ? modeFlag(command) : [];
  const open = modes.find((mode) => mode !== null && letsOthersWrite(mode));
  if (open === undefined || open === null) return NONE;
  return [{ class: 'open-permissions', because: `mode ${open} lets everybody write`, words: [open] }];
};

function modeOperand(command: SimpleCommand): readonly (string | null)[] {
  const operand = command.words.slice(1).find(({ value }) => value === null || !/^-([RvcfhHLP]+$|-)/.test(value));
  return operand === undefined ? [] : [operand.value];
}

const MODE_FLAG = flagTable('install', { '1': '-m|--mode' });

const modeFlag = (command: SimpleCommand): readonly (string | null)[] =>
  valuesOf(optionsOf(command, MODE_FLAG), '-m').map(({ value }) => value);

const letsOthersWrite = (mode: string): boolean =>
  /^[0-7]{3,5}$/.test(mode)
    ? (Number(mode.at(-1)) & 2) !== 0
    : mode.split(',').some((clause) => /^[ug]*[oa][ugoa]*[-+=rwxXst]*[+=][rxXst]*w/.test(clause));

export const findRecursiveChown: DangerCheck = (command) => {
  const head = headOf(command);
  if (head !== 'chown' && head !== 'chgrp') return NONE;
  return usesFlag(optionsOf(command, MODE), '-R')
    ? [{ class: 'recursive-chown', because: 'it changes the owner of a whole tree', words: [head, '-R'] }]
    : NONE;
};

/** Writing to places that steer something else: system and start files, skills, agents, git. */
export const findPlaceWrites: DangerCheck = (command, facts) =>
  findWrites(command).flatMap(({ place, kind, tree }) =>
    (kind === 'remove' ? removedPathsOf : realPathsOf)(place, facts).flatMap((path) =>
      // A whole tree that lands on the root brings its own /etc and /usr.
      classesOfWrite(tree === true && path === '/' ? '/etc' : path, facts)
        // Changing the mode of a system file is not writing into it.
        .filter((found) => found !== 'system-file-write' || kind !== 'meta')
        .concat(kind === 'remove' && isProtectedFolder(path, facts) ? ['system-file-write'] : [])
        .map((found): Found => ({ class: found, because: `it changes ${path}`, paths: [path] })),
    ),
  );

/** Programs that only look at a device's description. */
const DEVICE_LISTERS = new Set(
  'lsblk blkid df mount umount ls stat file findmnt smartctl udevadm echo printf test [ readlink realpath find'.split(
    ' ',
  ),
);
const DISK_TOOLS = new Set(
  'fdisk sfdisk gdisk sgdisk cfdisk parted cryptsetup lvremove vgremove pvremove lvreduce pvcreate vgcreate mdadm zpool wipefs debugfs tune2fs resize2fs e2fsck'.split(
    ' ',
  ),
);

/** Most lines come nowhere near a device, as written or behind a link. */
const mentionsDevices = (command: SimpleCommand, facts: Facts): boolean =>
  command.text.includes('dev') ||
  command.cwd?.startsWith('/dev') === true ||
  command.words.some(({ value }) => value?.includes('dev')) ||
  command.redirects.some(({ target }) => target?.value?.includes('dev')) ||
  pathsMentionDevices(facts);

const mention = new WeakMap<Facts, boolean>();

/** Looked for once a call: every command of the line asks. */
function pathsMentionDevices(facts: Facts): boolean {
  let found = mention.get(facts);
  if (found === undefined) {
    found = facts.paths.some(
      ({ absolute, real }) => absolute.startsWith('/dev/') || real?.startsWith('/dev/') === true,
    );
    mention.set(facts, found);
  }
  return found;
}

/** Most flags of hdparm ask for a setting or the speed; those by name mostly change what the drive holds. */
const changesDrive = (command: SimpleCommand): boolean =>
  command.words.some(({ value }) => value === null || /^--(?!help|direct|verbose|offset|Istdout|fibmap)/.test(value));

export const findRawDisk: DangerCheck = (command, facts) => {
  const head = headOf(command);
  if (head === null || DEVICE_LISTERS.has(head) || (head === 'hdparm' && !changesDrive(command))) return NONE;
  if (!DISK_TOOLS.has(head) && !mentionsDevices(command, facts)) return NONE;
  const named = [...command.words.slice(1), ...command.redirects.flatMap(({ target }) => target ?? [])].flatMap(
    (word) => {
      const behind = /^[\w-]*=(.+)$/.exec(textOf(word))?.[1];
      const places = [placeOf(word, command), behind === undefined ? null : placeOfText(behind, command)];
      return places.flatMap((place) => (place === null ? [] : realPathsOf(place, facts)));
    },
  );
  const devices = [...new Set(named.filter(isRawDevice))];
  const lists = command.words.some((word) => fits(word, /^(-l|--list|print|status|list)$/));
  if (devices.length === 0 && !(DISK_TOOLS.has(head) && !lists && command.words.length > 1)) return NONE;
  if (lists && DISK_TOOLS.has(head)) return NONE;
  return [
    {
      class: 'raw-disk',
      because: `it touches ${devices[0] ?? 'a disk'} below its file system`,
      words: [head],
      paths: devices,
    },
  ];
};
