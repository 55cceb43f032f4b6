import { baseName, folderOf, resolvePath } from '../../base/path.ts';
import type { OptionsRead } from '../../shell/options.ts';
import type { FlagTable } from '../../vocab/flag-table.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { headOf, usesFlag, valuesOf } from '../command-view.ts';
import { placeOf, placeOfText } from '../paths.ts';
import { program, table, toTree, toWrites, type Program, type Write } from './writer.ts';
import { textOf } from '../../shell/words/word-text.ts';

const COPY = table({
  '0': '-a|--archive -b -d -f|--force -i|--interactive -H -l|--link -L|--dereference -n|--no-clobber -P|--no-dereference -p -r|-R|--recursive -s|--symbolic-link -T|--no-target-directory -u|--update -v|--verbose -x|--one-file-system -Z -D -c -C -z -q -e -A -X -O -h -N -F --parents --exchange',
  '1': '-S|--suffix -m|--mode -o|--owner -g|--group -t|--target-directory',
  'attached':
    '--backup --preserve --no-preserve --reflink --sparse --context --remove-destination --strip-trailing-slashes',
});

const RSYNC = table({
  '0':
    '-v|--verbose -q|--quiet -c|--checksum -a|--archive -r|--recursive -R|--relative -b|--backup -u|--update -d|--dirs ' +
    '-l|--links -L|--copy-links -k|--copy-dirlinks -K|--keep-dirlinks -H|--hard-links -p|--perms -E|--executability ' +
    '-A|--acls -X|--xattrs -o|--owner -g|--group -D -t|--times -O -J -S|--sparse -n|--dry-run -W|--whole-file ' +
    '-x|--one-file-system -m|--prune-empty-dirs -I|--ignore-times -C|--cvs-exclude -0|--from0 -F -s -8 -h|--human-readable ' +
    '-P|--partial --progress -i|--itemize-changes -y|--fuzzy -z|--compress -4 -6 --stats --existing --ignore-existing ' +
    '--remove-source-files --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded --del ' +
    '--inplace --append --append-verify --size-only --numeric-ids --force --list-only --safe-links --copy-unsafe-links',
  '1':
    '-B|--block-size -e|--rsh --rsync-path --max-delete --max-size --min-size --timeout --contimeout --modify-window --suffix ' +
    '-f|--filter --exclude --include --port --bwlimit --chmod --chown --info --out-format --compress-level --address --sockopts',
  '1/reads':
    '--exclude-from --include-from --files-from --password-file --compare-dest --copy-dest --link-dest --read-batch',
  '1/writes': '--log-file --backup-dir --partial-dir -T|--temp-dir --write-batch --only-write-batch',
  'attached': '-M|--remote-option --no-perms --no-owner --no-group --no-times',
});

const SCP = table({
  '0': '-3 -4 -6 -A -B -C -O -p -q -R -r -T -v',
  '1': '-c -D -F -i -J -l -o -P -S -X',
});

/** The words of a copy: what is copied, and where to. */
interface Copied {
  readonly from: readonly Word[];
  readonly into: readonly Word[];
  /** The target was given by a flag, or there is more than one word. */
  readonly hasTarget: boolean;
}

function copiedOf(read: OptionsRead): Copied {
  const target = valuesOf(read, '-t', '--target-directory');
  if (target.length > 0) return { from: read.operands, into: target, hasTarget: true };
  const hasTarget = read.operands.length > 1;
  return {
    from: hasTarget ? read.operands.slice(0, -1) : read.operands,
    into: read.operands.slice(-1),
    hasTarget,
  };
}

/** A source of which it is not known by what name it lands. */
const isNameless = ({ value, pattern }: Word): boolean => value === null || pattern !== null;

/** A source whose own name is not what lands: the content of a folder, a glob, a word that is not known. */
const isContent = (word: Word): boolean => isNameless(word) || /(^|\/)\.{0,2}$/.test(textOf(word));

/**
 * cp, mv, install, ln, rsync, scp: the last operand, or `-t`; a folder is written at the source's name too. `sources`
 * tells what is done to what they are given.
 */
function copies(flags: FlagTable, sources: 'remove' | 'link' | null): Program {
  return program(flags, (read, command) => {
    const { from, into, hasTarget } = copiedOf(read);
    const kind = flags === COPY && headOf(command) === 'cp' && usesFlag(read, '-s', '-l') ? 'link' : sources;
    const renames = kind !== 'link' && (flags !== COPY || usesFlag(read, '-T') || from.some(isContent));
    const lands = hasTarget && (renames || from.some(isNameless));
    const inside = hasTarget ? into.map(({ value }) => value) : sources === 'link' ? ['.'] : [];
    const direct = inside[0] === '.' && !hasTarget ? [] : into;
    return [
      ...(lands ? direct.flatMap((word) => toTree(placeOf(word, command))) : toWrites(direct, 'content', command)),
      ...inside.flatMap((folder) => (folder === null ? [] : inFolder(landsAs(read, from), folder, command))),
      // Each gets the other's name.
      ...(usesFlag(read, '--exchange') ? toWrites(into, 'remove', command) : []),
      ...(kind === null ? [] : basesOf(read, into, command).flatMap((base) => toWrites(from, kind, base))),
    ];
  });
}

/** What a symbolic link of ln holds is read from where the link lies. */
function basesOf(
  read: OptionsRead,
  into: readonly Word[],
  command: SimpleCommand,
): readonly Pick<SimpleCommand, 'cwd'>[] {
  const path = headOf(command) === 'ln' && usesFlag(read, '-s') && read.operands.length > 1 ? into : [];
  const places = path.flatMap((word) => placeOf(word, command) ?? []);
  return places.length === 0
    ? [command]
    : places.flatMap((place) => [{ cwd: folderOf(place.path) }, { cwd: place.path }]);
}

/** The names under which sources land in a folder: the last of each, or with `--parents` and `-R` the path as it is written. */
function landsAs(read: OptionsRead, from: readonly Word[]): readonly (string | null)[] {
  const whole = usesFlag(read, '--parents') || read.flags.some(({ name, flag }) => (flag.same ?? name) === '-R');
  return from.map(({ value }) => {
    if (value === null) return null;
    const path = resolvePath('/', whole ? value.replace(/^.*\/\.\//s, '') : baseName(resolvePath('/', value)));
    return path.slice(1);
  });
}

const inFolder = (names: readonly (string | null)[], folder: string, command: SimpleCommand): readonly Write[] =>
  names.flatMap((name) => (name === null || name === '' ? [] : toTree(placeOfText(`${folder}/${name}`, command))));

export const COPIERS: readonly (readonly [string, Program])[] = [
  ...['cp', 'install', 'ditto'].map((head) => [head, copies(COPY, null)] as const),
  ['mv', copies(COPY, 'remove')],
  ...['ln', 'link'].map((head) => [head, copies(COPY, 'link')] as const),
  ['rsync', copies(RSYNC, null)],
  ['scp', copies(SCP, null)],
];
