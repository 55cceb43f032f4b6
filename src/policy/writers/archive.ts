import type { OptionsRead } from '../../shell/options.ts';
import { readOptions } from '../../shell/options.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { headOf, usesFlag, valuesOf } from '../command-view.ts';
import { placeOf, placeOfText } from '../paths.ts';
import { outputs, table, textsOf, toTree, toWrites, untabled, type Program, type Write } from './writer.ts';
import { behindEach, fits, textOf } from '../../shell/words/word-text.ts';

const TAR = table({
  '0':
    '-A|--catenate|--concatenate -c|--create -d|--diff|--compare --delete -r|--append -t|--list -u|--update -x|--extract|--get ' +
    '-k|--keep-old-files -O|--to-stdout -p|--preserve-permissions -S|--sparse -U|--unlink-first -W|--verify -M|--multi-volume ' +
    '-a|--auto-compress -j|--bzip2 -J|--xz -z|--gzip -Z|--compress --zstd --lzma -h|--dereference -P|--absolute-names ' +
    '-v|--verbose -w|--interactive -m|--touch -B -i -l -o -s -R -n -G --anchored --no-anchored --no-recursion --wildcards ' +
    '--exclude-vcs --exclude-caches --exclude-vcs-ignores --numeric-owner --no-same-owner --same-owner --overwrite ' +
    '--no-overwrite-dir --skip-old-files --keep-newer-files --remove-files --totals --full-time --hard-dereference ' +
    '--no-same-permissions --one-file-system --recursion --xattrs --acls --selinux',
  '1':
    '-b|--blocking-factor -C|--directory -H|--format -K|--starting-file -L|--tape-length -N|--newer -V|--label --exclude ' +
    '--exclude-tag --group --owner --mode --mtime --strip-components --transform --xform --sort --pax-option --record-size --level',
  '1/reads': '-T|--files-from -X|--exclude-from',
  '1/runs': '-I|--use-compress-program -F|--info-script --to-command --rmt-command --rsh-command',
  '1/writes': '-f|--file -g|--listed-incremental --volno-file --index-file',
  'attached': '--checkpoint --warning --backup --suffix --occurrence --show-transformed-names',
});

/** What a tar does, whose first word may be letters without a dash that take their values one after the other. */
interface TarUse {
  readonly read: OptionsRead;
  readonly verb: 'pack' | 'unpack' | 'look';
  /** Where the names lie: behind `-C`, each read from the one in front; null for one that is not known. */
  readonly folders: readonly (string | null)[];
}

export function readTar(command: SimpleCommand): TarUse {
  const read = readOptions(withDashes(command.words), TAR);
  const folders: (string | null)[] = [];
  for (const word of valuesOf(read, '-C')) {
    const cwd = folders.at(-1) ?? (folders.length === 0 ? command.cwd : null);
    folders.push(placeOf(word, { cwd })?.path ?? null);
  }
  const packs = usesFlag(read, '-c', '-r', '-u', '-A', '--delete');
  return {
    read,
    verb: usesFlag(read, '-x') ? 'unpack' : packs ? 'pack' : 'look',
    folders: folders.length === 0 ? [command.cwd] : folders,
  };
}

/** `tar cfC a d` is `tar -c -f a -C d`. */
function withDashes(words: readonly Word[]): readonly Word[] {
  const [head, letters, ...rest] = words;
  const text = textOf(letters);
  if (head === undefined || letters === undefined || !/^[a-zA-Z]+$/.test(text)) return words;
  const values = [...rest];
  const flags = [...text].flatMap((letter) => {
    const flag = { ...letters, value: `-${letter}`, prefix: `-${letter}` };
    const value = TAR.flags[`-${letter}`]?.arity === 1 ? values.shift() : undefined;
    return value === undefined ? [flag] : [flag, value];
  });
  return [head, ...flags, ...values];
}

const TAR_PROGRAM: Program = {
  writes(command) {
    const { read, verb, folders } = readTar(command);
    const others = valuesOf(read, '-g', '--volno-file', '--index-file');
    const archives = verb === 'pack' ? valuesOf(read, '-f') : [];
    const removed = verb === 'pack' && usesFlag(read, '--remove-files') ? read.operands : [];
    return [
      ...toWrites([...archives, ...others], 'content', command),
      ...folders.flatMap((cwd) => toWrites(removed, 'remove', { cwd })),
      ...(verb === 'unpack' ? lands(folders, read.operands, usesFlag(read, '-P')) : []),
    ];
  },
  readsRest: (command) => {
    const { read } = readTar(command);
    return read.unknown.length === 0 && !read.flags.some(({ flag }) => flag.effect === 'runs');
  },
};

/**
 * An archive may hold any name: the folder it lands in counts as written, and the members that are asked for by name,
 * which lose the slash in front where they are not told to keep it.
 */
const lands = (folders: readonly (string | null)[], members: readonly Word[], keepsRoot = false): readonly Write[] => {
  const names = members.map(textOf).map((text) => (keepsRoot ? text : text.replace(/^\/+/, '')));
  return folders.flatMap((cwd) => ['.', ...names].flatMap((text) => toTree(placeOfText(text, { cwd }))));
};

const TAKES_FOLDER = /^(-d|--directory)$/;

/** Words in front of the names of members: the archive, and the verb of 7z. */
const unpacks =
  (front: number) =>
  (command: SimpleCommand): readonly Write[] => {
    const texts = textsOf(command).slice(1);
    const folders = [
      ...behindEach(texts, (text) => TAKES_FOLDER.test(text)),
      ...texts.flatMap((text) => /^(?:--directory=|-C|-d|-o)(.+)$/.exec(text)?.[1] ?? []),
    ];
    const end = texts.indexOf('-x');
    const named = command.words
      .slice(1, end === -1 ? undefined : end + 1)
      .filter((word, i, all) => !fits(word, /^-/) && !fits(all[i - 1], TAKES_FOLDER));
    const at = (folders.length === 0 ? ['.'] : folders).map((folder) => placeOfText(folder, command)?.path ?? null);
    return lands(at, named.slice(front));
  };

const toTrees = (folders: readonly string[], command: SimpleCommand): readonly Write[] =>
  folders.flatMap((folder) => toTree(placeOfText(folder, command)));

const CPIO_ARCHIVE = outputs('O', 'file');

/** `cpio -i -D folder`, `find . | cpio -p folder`, `unrar x a.rar folder/`, besides what other unpackers take. */
const unpacksElsewhere = (command: SimpleCommand): readonly Write[] => {
  const texts = textsOf(command).slice(1);
  const isCpio = headOf(command) === 'cpio';
  const named = isCpio ? behindEach(texts, (text) => /^-[a-zA-Z]*D$/.test(text)) : [];
  const last = texts.slice(-1).filter((text) => (isCpio ? /^[^-]/ : /\/$/).test(text));
  const archives = isCpio ? CPIO_ARCHIVE.writes(command) : [];
  return [...unpacks(Infinity)(command), ...toTrees([...named, ...last], command), ...archives];
};

export const ARCHIVERS: readonly (readonly [string, Program])[] = [
  ...['tar', 'bsdtar', 'gtar'].map((head) => [head, TAR_PROGRAM] as const),
  ...['unzip', 'unar', 'bsdunzip'].map((head) => [head, untabled(unpacks(1))] as const),
  ...['7z', '7za', '7zz', '7zr'].map((head) => [head, untabled(unpacks(2))] as const),
  ...['cpio', 'bsdcpio', 'unrar'].map((head) => [head, untabled(unpacksElsewhere)] as const),
];
