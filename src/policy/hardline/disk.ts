import { flagTable } from '../../shell/tables/table.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { hasWord, headOf, optionsOf, startsOfFind, subcommandOf, usesFlag } from '../command-view.ts';
import { isRawDevice } from '../devices.ts';
import { placeOf, realPathsOf } from '../paths.ts';
import { findWrites } from '../writes.ts';
import type { Hardline } from './hardline.ts';
import { isProtectedTarget, isRootTarget } from './protected.ts';

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

/** Recursive delete of a protected folder, by rm, find or rsync. */
export function findDeleteOfTree(command: SimpleCommand, facts: Facts): Found {
  const targets = deletedTrees(command);
  const hit = targets.find((word) => isProtectedTarget(word, command, facts));
  if (hit === undefined) return null;
  const shown = hit.value === hit.text ? hit.text : `${hit.text} (${hit.pattern ?? hit.value ?? hit.prefix})`;
  return {
    code: 'delete-protected-tree',
    reason: `it deletes ${shown} with everything in it, which nothing brings back`,
  };
}

function deletedTrees(command: SimpleCommand): readonly Word[] {
  const head = headOf(command);
  if (head === 'rm') {
    const read = optionsOf(command, RM);
    return usesFlag(read, '-r') ? read.operands : [];
  }
  if (head === 'find') return deletesAllFound(command) ? startsOfFind(command) : [];
  if (head === 'rsync' && command.words.some(({ value }) => value?.startsWith('--del') === true)) {
    return command.words.slice(-1);
  }
  return [];
}

const NARROWING =
  /^-(i?name|i?path|i?wholename|i?regex|i?lname|newer\w*|[acm]time|[acm]min|size|empty|user|group|uid|gid|nouser|nogroup|perm|inum|samefile|links|maxdepth|fstype|context)$/;

/** Whether a find deletes everything below its starts: an action that deletes, and no test in front that chooses. */
function deletesAllFound(command: SimpleCommand): boolean {
  const texts = command.words.map(({ value }) => value ?? '');
  const action = texts.findIndex(
    (text, i) =>
      text === '-delete' ||
      (/^-(exec|ok)(dir)?$/.test(text) && /(^|\/)(rm|shred|unlink|rmdir)$/.test(texts[i + 1] ?? '')),
  );
  if (action < 0) return false;
  const tests = texts.slice(1, action);
  const everything = tests.some((text) => /^(-o|-or|,|!|-not)$/.test(text));
  const chooses = tests.some((text, i) => NARROWING.test(text) && !(text.endsWith('name') && tests[i + 1] === '*'));
  return everything || !chooses;
}

const FORMATTERS = new Set(
  'mke2fs mkdosfs mkntfs mkswap mkreiserfs mkudffs mkexfatfs newfs newfs_hfs newfs_apfs newfs_msdos'.split(' '),
);

/** Formatting, and writing to a disk below its file system. */
export function findDeviceWrite(command: SimpleCommand, facts: Facts): Found {
  const head = headOf(command);
  if (head !== null && (/^mkfs(\.|$)/.test(head) || FORMATTERS.has(head)) && !asksForHelp(command)) {
    return { code: 'format-disk', reason: `${head} makes a new file system, and what was there is gone` };
  }
  const written = [
    ...findWrites(command)
      .filter(({ kind }) => kind === 'content')
      .map(({ place }) => place),
    ...(head !== null && wipes(head, command)
      ? command.words.slice(1).flatMap((word) => placeOf(word, command) ?? [])
      : []),
  ].flatMap((place) => realPathsOf(place, facts));
  const device = written.find(isRawDevice);
  if (device !== undefined) {
    return { code: 'write-raw-device', reason: `it overwrites ${device}, a disk below its file system` };
  }
  if (written.some((path) => path === '/proc/sysrq-trigger')) {
    return { code: 'shut-down', reason: 'it makes the kernel restart or stop at once' };
  }
  return null;
}

const asksForHelp = (command: SimpleCommand): boolean =>
  command.words.length > 1 && command.words.slice(1).every(({ value }) => /^(-V|--version|--help)$/.test(value ?? ''));

/** Programs that erase the device they are given. */
function wipes(head: string, command: SimpleCommand): boolean {
  if (head === 'blkdiscard' || head === 'shred') return true;
  if (head === 'wipefs') {
    const texts = command.words.map(({ value }) => value ?? '');
    return (
      texts.some((text) => /^-[a-z]*a|^--al?l?$/.test(text)) &&
      !texts.some((text) => /^-[abfhiJpq]*n|^--no-act$/.test(text))
    );
  }
  if (head === 'sgdisk')
    return command.words.some(({ value }) => /^(-[a-zA-Z]*[Zo]|--zap(-all)?|--clear)$/.test(value ?? ''));
  if (head === 'parted') return hasWord(command, 'mklabel', 'mktable');
  if (head === 'badblocks') return command.words.some(({ value }) => /^-[a-z]*w/.test(value ?? ''));
  if (head === 'cryptsetup') return hasWord(command, 'luksFormat', 'erase', 'luksErase');
  if (head === 'nvme') return ['format', 'sanitize'].includes(subcommandOf(command).verb ?? '');
  return head === 'ddrescue' || head === 'dd_rescue';
}

/** Recursive change of mode or owner of the whole file system. */
export function findModeOfRoot(command: SimpleCommand): Found {
  const head = headOf(command);
  if (head !== 'chmod' && head !== 'chown' && head !== 'chgrp') return null;
  const read = optionsOf(command, MODE);
  if (!usesFlag(read, '-R') || !read.operands.some((word) => isRootTarget(word, command))) return null;
  return { code: 'change-mode-of-root', reason: `${head} -R on / leaves a system that no longer works` };
}
