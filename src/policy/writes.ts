import { baseName, resolvePath } from '../base/path.ts';
import { flagTable } from '../shell/tables/table.ts';
import type { FlagTable } from '../vocab/flag-table.ts';
import type { SimpleCommand, Word } from '../vocab/shell-line.ts';
import type { OptionsRead } from '../shell/options.ts';
import { headOf, optionsOf, startsOfFind, subcommandOf, usesFlag, valuesOf } from './command-view.ts';
import { placeOf, placeOfText, type Place } from './paths.ts';

/** How a command changes a path: its content, its name or existence, its mode or owner, or a link to or from it. */
export type WriteKind = 'content' | 'remove' | 'meta' | 'link';

export interface Write {
  readonly place: Place;
  readonly kind: WriteKind;
  /** True for a shell redirect, which rules cover as `write <path>`. */
  readonly redirect: boolean;
}

/** Every path a command is known to change: redirects, and operands and flags of writers that the tables know. */
export function findWrites(command: SimpleCommand): readonly Write[] {
  let writes = known.get(command);
  if (writes === undefined) {
    writes = readWrites(command);
    known.set(command, writes);
  }
  return writes;
}

/** Whether a redirect writes to a file of which it is not known which. */
export const writesUnknown = (command: SimpleCommand): boolean =>
  command.redirects.some(({ target, writes }) => writes && target !== null && placeOf(target, command) === null);

/** Many steps ask about the same command. */
const known = new WeakMap<SimpleCommand, readonly Write[]>();

function readWrites(command: SimpleCommand): readonly Write[] {
  const writes: Write[] = [];
  for (const { target, writes: changes } of command.redirects) {
    const place = changes && target !== null ? placeOf(target, command) : null;
    // What goes there is gone: no file is written.
    if (place !== null && place.path !== '/dev/null') writes.push({ place, kind: 'content', redirect: true });
  }
  const head = headOf(command);
  const writer = head === null ? undefined : WRITERS.get(head);
  if (writer !== undefined) writes.push(...writer(command));
  return writes;
}

type Writer = (command: SimpleCommand) => readonly Write[];

const toWrites = (words: readonly Word[], kind: WriteKind, command: SimpleCommand): readonly Write[] =>
  words.flatMap((word) => toWrite(placeOf(word, command), kind));

const toWrite = (place: Place | null, kind: WriteKind = 'content'): readonly Write[] =>
  place === null ? [] : [{ place, kind, redirect: false }];

const textsOf = (command: SimpleCommand): readonly string[] => command.words.map(({ value }) => value ?? '');

const table = (groups: Readonly<Record<string, string>>): FlagTable => flagTable('', groups);

/** Every operand is changed, besides the first `skip`; the values of `outputs` are written. */
function operandWriter(kind: WriteKind, groups: Readonly<Record<string, string>>, skip = 0): Writer {
  const flags = table(groups);
  return (command) => toWrites(optionsOf(command, flags).operands.slice(skip), kind, command);
}

/** Only the values of these flags are written. */
function outputWriter(groups: Readonly<Record<string, string>>, ...outputs: readonly string[]): Writer {
  const flags = table(groups);
  return (command) => toWrites(valuesOf(optionsOf(command, flags), ...outputs), 'content', command);
}

const COPY = table({
  '0': '-a|--archive -b -d -f|--force -i|--interactive -H -l|--link -L|--dereference -n|--no-clobber -P|--no-dereference -p -r|-R|--recursive -s|--symbolic-link -T|--no-target-directory -u|--update -v|--verbose -x -Z -D -c -C -z -q -e -A -X -O -h -N -F',
  '1': '-S|--suffix -m|--mode -o|--owner -g|--group --exclude --include --filter --rsh --chmod',
  '1/writes': '-t|--target-directory',
  'attached':
    '--backup --preserve --no-preserve --reflink --sparse --context --delete --delete-after --delete-excluded',
});

/** cp, mv, install, ln, rsync, scp: the last operand, or `-t`; a folder is written at the source's name too. */
const copyWriter =
  (kind: WriteKind, sources: WriteKind | null): Writer =>
  (command) => {
    const read = optionsOf(command, COPY);
    const target = valuesOf(read, '-t');
    const operands = target.length > 0 || read.operands.length < 2 ? read.operands : read.operands.slice(0, -1);
    const into = target.length > 0 ? target : read.operands.slice(-1);
    const linking = usesFlag(read, '-s', '-l') && headOf(command) === 'cp';
    const from = linking ? 'link' : sources;
    const alone = read.operands.length === 1 && target.length === 0;
    return [
      ...(alone && kind === 'link' ? inFolder(operands, '.', command, kind) : toWrites(into, kind, command)),
      ...into.flatMap((folder) =>
        folder.value === null || alone ? [] : inFolder(operands, folder.value, command, kind),
      ),
      ...(from === null ? [] : toWrites(operands, from, command)),
    ];
  };

function inFolder(sources: readonly Word[], folder: string, command: SimpleCommand, kind: WriteKind): readonly Write[] {
  return sources.flatMap(({ value }) => {
    const name = value === null ? '' : `/${baseName(resolvePath('/', value))}`;
    return name === '' ? [] : toWrite(placeOfText(`${folder}${name}`, command), kind);
  });
}

const SED = table({
  '0': '-n|--quiet|--silent -E|-r|--regexp-extended -s|--separate -u|--unbuffered -z|--null-data --posix --debug --follow-symlinks --sandbox',
  '1': '-e|--expression -f|--file -l|--line-length',
  'attached': '-i|--in-place',
});

const sedWriter: Writer = (command) => {
  const read = optionsOf(command, SED);
  const scripts = valuesOf(read, '-e');
  const hasScript = usesFlag(read, '-e', '-f');
  const files = usesFlag(read, '-i') ? read.operands.slice(hasScript ? 0 : 1) : [];
  return [
    ...toWrites(files, 'content', command),
    ...[...scripts, ...(hasScript ? [] : read.operands.slice(0, 1))].flatMap((script) => writtenBySed(script, command)),
  ];
};

/** The files that the `w` of a sed script names. */
const writtenBySed = ({ value }: Word, command: SimpleCommand): readonly Write[] =>
  [...(value ?? '').matchAll(/(?:^|[\s;{}/|,$0-9gp])w\s+([^\s;}]+)/g)].flatMap(([, file = '']) =>
    toWrite(placeOfText(file, command)),
  );

/** perl, ruby and awk editing in place: every operand may be the file. */
const inPlaceWriter: Writer = (command) => {
  const inPlace = command.words.some(({ value }) => /^-[a-zA-Z0-9]*i/.test(value ?? '') || value === 'inplace');
  return inPlace ? toWrites(command.words.slice(2), 'content', command) : [];
};

const ddWriter: Writer = (command) =>
  textsOf(command).flatMap((text) => (text.startsWith('of=') ? toWrite(placeOfText(text.slice(3), command)) : []));

const CURL = table({
  '0': '-f|--fail -s|--silent -S|--show-error -L|--location -O|--remote-name -J|--remote-header-name -k|--insecure -i|--include -I|--head -v|--verbose -g -G|--get -N -R -a|--append -q -4 -6 -# --compressed --create-dirs',
  '1': '-H|--header -X|--request -d|--data --data-raw --data-binary --data-urlencode --json -F|--form -T|--upload-file -u|--user -A|--user-agent -e|--referer -b|--cookie -m|--max-time --connect-timeout --retry -x|--proxy -r|--range -w|--write-out -K|--config -E|--cert --cacert --key -y -Y -z -C --url',
  '1/writes': '-o|--output --output-dir -c|--cookie-jar -D|--dump-header --trace --trace-ascii --stderr',
});

const WGET = table({
  '0': '-q|--quiet -v|--verbose -c|--continue -N -r|--recursive -k -p -m|--mirror -S -4 -6 -b -nv -nc -np -H -L -E -K --no-check-certificate --content-disposition',
  '1': '-U|--user-agent -t|--tries -T|--timeout -w -Q --header --user --password --post-data --post-file --body-file -e|--execute -i|--input-file -B -l -A -R -D -I -X',
  '1/writes': '-O|--output-document -P|--directory-prefix -o|--output-file -a|--append-output',
});

/** The files that flags name, and those named after what is fetched. */
const fetchWriter =
  (flags: FlagTable, namesItself: (read: OptionsRead) => boolean): Writer =>
  (command) => {
    const read = optionsOf(command, flags);
    const words = read.flags.flatMap(({ flag, value }) => (flag.effect === 'writes' && value !== null ? [value] : []));
    const folder = valuesOf(read, '--output-dir', '-P')[0]?.value ?? '.';
    const named = namesItself(read)
      ? read.operands.flatMap(({ value }) => /[^/?#]+(?=([?#].*)?$)/s.exec(value ?? '')?.[0] ?? [])
      : [];
    return [
      ...toWrites(words, 'content', command),
      ...named.flatMap((name) => toWrite(placeOfText(`${folder}/${name}`, command))),
    ];
  };

/** An archive may hold any name: the folder it lands in counts as written. */
const unpackWriter: Writer = (command) => {
  const texts = textsOf(command).slice(1);
  const tar = headOf(command)?.endsWith('tar') === true;
  const unpacks =
    !tar ||
    texts.some((text, i) => (i === 0 ? /^-?[a-zA-Z]*x/ : /^-[a-zA-Z]*x/).test(text) || /^--(extract|get)$/.test(text));
  if (!unpacks) return [];
  const folders = [
    ...texts.filter((_, i) => /^(-C|-d|--directory)$/.test(texts[i - 1] ?? '')),
    ...texts.flatMap((text) => /^(?:--directory=|-C|-d|-o)(.+)$/.exec(text)?.[1] ?? []),
  ];
  return (folders.length === 0 ? ['.'] : folders).flatMap((folder) => toWrite(placeOfText(folder, command)));
};

/** `git config -f FILE key value`. */
const configFiles = (rest: readonly Word[]): readonly Word[] =>
  rest.flatMap((word, i) => {
    if (/^(-f|--file)$/.test(rest[i - 1]?.value ?? '')) return [word];
    const glued = /^--file=(.+)$/.exec(word.value ?? '')?.[1];
    return glued === undefined ? [] : [{ ...word, value: glued, prefix: glued }];
  });

const CHANGES_TREE = /^(checkout|restore|rm|mv|clone|init|worktree|apply|am|reset|pull|merge|stash)$/;

/** Where a chain of folders leads; null when one of them is not known. */
const folderBehind = (cwd: string | null, folders: readonly Word[]): string | null =>
  folders.reduce<string | null>((at, word) => placeOf(word, { cwd: at })?.path ?? null, cwd);

/** The paths behind a verb that changes files; a folder given by -C counts too, whatever the verb takes from history. */
const gitWriter: Writer = (command) => {
  const { verb, rest, globals } = subcommandOf(command);
  const folders = valuesOf(globals, '-C');
  const here = { ...command, cwd: folderBehind(command.cwd, folders) };
  const output = rest.flatMap(({ value }) => /^--output=(.+)$/.exec(value ?? '')?.[1] ?? []);
  const changes = CHANGES_TREE.test(verb ?? '');
  return [
    ...(changes
      ? toWrites(
          rest.filter(({ value }) => value?.startsWith('-') !== true),
          'content',
          here,
        )
      : []),
    ...(verb === 'config' ? toWrites(configFiles(rest), 'content', here) : []),
    ...(changes && folders.length > 0 ? toWrite(placeOfText('.', here)) : []),
    ...output.flatMap((text) => toWrite(placeOfText(text, here))),
  ];
};

/** Whether a command line of texts changes the files that find puts into it. */
const changesOperands = ([head = '', ...rest]: readonly string[]): boolean =>
  /^(rm|rmdir|unlink|shred|trash|srm|mv|tee|sponge|touch|truncate|chmod|chown|chgrp)$/.test(baseName(head)) ||
  (/^(sed|gsed|perl|ruby)$/.test(baseName(head)) && rest.some((text) => /^-[a-zA-Z0-9]*i|^--in-place/.test(text)));

const findWriter: Writer = (command) => {
  const texts = textsOf(command);
  const files = command.words.filter((_, i) => /^-(fprint|fprint0|fprintf|fls)$/.test(texts[i - 1] ?? ''));
  const changes = texts.some(
    (text, i) => text === '-delete' || (/^-(exec|ok)(dir)?$/.test(text) && changesOperands(texts.slice(i + 1))),
  );
  return [
    ...toWrites(files, 'content', command),
    ...(changes ? toWrites(startsOfFind(command), 'remove', command) : []),
  ];
};

const EDITOR = operandWriter('content', { '1': '-c -u -T', '0': '-e -n -R -i -E -q -s' });
const COMPRESS = operandWriter('content', { '0': '-d -f -k -q -v -r -c -t -l -9 -1', '1': '-S -T -p' });

/** Packing and unpacking change the file and the one beside it with or without the ending. */
const packWriter: Writer = (command) =>
  COMPRESS(command).flatMap((write) => {
    const bare = write.place.path.replace(/\.(gz|bz2|xz|zst|lz4|br|Z)$/, '');
    return bare === write.place.path ? [write] : [write, { ...write, place: { ...write.place, path: bare } }];
  });

const entries: readonly (readonly [string, Writer])[] = [
  ...['tee', 'sponge'].map((head) => [head, operandWriter('content', { '0': '-a|--append -i -p' })] as const),
  ...['touch', 'truncate', 'shred', 'dos2unix', 'unix2dos', 'patch'].map(
    (head) =>
      [
        head,
        operandWriter('content', {
          '0': '-a -c -h -m -o -u -z -f -v -x',
          '1': '-d|--date -r|--reference -t -s|--size -n -i|--input -p',
        }),
      ] as const,
  ),
  ...['mkdir', 'mkfifo', 'mknod'].map(
    (head) => [head, operandWriter('content', { '0': '-p|--parents -v|--verbose', '1': '-m|--mode' })] as const,
  ),
  ...['rm', 'rmdir', 'unlink', 'trash', 'srm'].map(
    (head) =>
      [
        head,
        operandWriter('remove', { '0': '-r|-R|--recursive -f|--force -i -I -d|--dir -v|--verbose -p|--parents' }),
      ] as const,
  ),
  ...['chmod', 'chown', 'chgrp', 'chattr', 'setfacl', 'chcon'].map(
    (head) =>
      [
        head,
        operandWriter('meta', { '0': '-R|--recursive -v|--verbose -c|--changes -f|--silent|--quiet -h -H -L -P' }),
      ] as const,
  ),
  ...['cp', 'install', 'rsync', 'scp', 'ditto'].map((head) => [head, copyWriter('content', null)] as const),
  ['mv', copyWriter('content', 'remove')],
  ['rename', operandWriter('remove', {})],
  ...['ln', 'link'].map((head) => [head, copyWriter('link', 'link')] as const),
  ['sed', sedWriter],
  ['gsed', sedWriter],
  ...['perl', 'ruby', 'awk', 'gawk'].map((head) => [head, inPlaceWriter] as const),
  ...['dd', 'dcfldd', 'dc3dd'].map((head) => [head, ddWriter] as const),
  ['curl', fetchWriter(CURL, (read) => usesFlag(read, '-O'))],
  ['wget', fetchWriter(WGET, (read) => !usesFlag(read, '-O'))],
  ...['tar', 'bsdtar', 'gtar', 'unzip', 'cpio', '7z', '7za', 'unrar'].map((head) => [head, unpackWriter] as const),
  ['git', gitWriter],
  ['find', findWriter],
  ...['vi', 'vim', 'nvim', 'nano', 'ed', 'ex', 'emacs', 'pico', 'micro', 'code'].map((head) => [head, EDITOR] as const),
  ...['gzip', 'gunzip', 'bzip2', 'bunzip2', 'xz', 'unxz', 'zstd', 'unzstd'].map((head) => [head, packWriter] as const),
  ['xxd', operandWriter('content', { '0': '-r -p -b -u -i -e -a', '1': '-c -g -l -o -s' }, 1)],
  [
    'sort',
    outputWriter(
      {
        '0': '-n -r -u -f -b -d -g -h -i -M -R -V -c -C -m -s -z',
        '1': '-k|--key -t -S -T',
        '1/writes': '-o|--output',
      },
      '-o',
    ),
  ],
  [
    'sqlite3',
    operandWriter('content', { '0': '-batch -bail -csv -json -line -list -readonly', '1': '-cmd -init -separator' }),
  ],
  ['crontab', operandWriter('content', { '0': '-l -r -e -i', '1': '-u' })],
  [
    'yq',
    (command) =>
      command.words.some(({ value }) => /^(-i|--inplace|--in-place)$/.test(value ?? ''))
        ? toWrites(command.words.slice(2), 'content', command)
        : [],
  ],
  [
    'openssl',
    (command) =>
      toWrites(
        command.words.filter((_, i) => /^-(out|keyout)$/.test(textsOf(command)[i - 1] ?? '')),
        'content',
        command,
      ),
  ],
  ['gpg', outputWriter({ '0': '-d -e -s -a -c', '1/writes': '-o|--output', '1': '-r|--recipient -u' }, '-o')],
];

const WRITERS: ReadonlyMap<string, Writer> = new Map(entries);

/** Whether the tables know what a program does to the paths it is given. */
export const isKnownWriter = (head: string): boolean => WRITERS.has(head);
