import { baseName } from '../../base/path.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { startsOfFind, valuesOf } from '../command-view.ts';
import { placeOfText } from '../paths.ts';
import { ARCHIVERS } from './archive.ts';
import { COPIERS } from './copy.ts';
import { FETCHERS } from './fetch.ts';
import { GIT } from './git.ts';
import { OUTPUTS } from './output.ts';
import { SCRIPTED } from './script.ts';
import {
  operands,
  outputs,
  program,
  table,
  textsOf,
  toTree,
  toWrites,
  untabled,
  writesText,
  type Program,
  type Write,
} from './writer.ts';
import { behindEach, fits, textOf } from '../../shell/words/word-text.ts';

/** Whether a command line of texts changes the files that find puts into it. */
const changesOperands = ([head = '', ...rest]: readonly string[]): boolean =>
  /^(rm|rmdir|unlink|shred|trash|srm|mv|tee|sponge|touch|truncate|chmod|chown|chgrp)$/.test(baseName(head)) ||
  (/^(sed|gsed|perl|ruby)$/.test(baseName(head)) && rest.some((text) => /^-[a-zA-Z0-9]*i|^--in-place/.test(text)));

/** The commands that a find starts, each up to its own end. */
function findActions(texts: readonly string[]): readonly (readonly string[])[] {
  const actions: (readonly string[])[] = [];
  let from = 0;
  for (const [i, text] of texts.entries()) {
    const ends = from > 0 && (text === ';' || (text === '+' && texts[i - 1] === '{}'));
    if (ends) actions.push(texts.slice(from, i));
    if (ends) from = 0;
    else if (from === 0 && /^-(exec|ok)(dir)?$/.test(text)) from = i + 1;
  }
  return from === 0 ? actions : [...actions, texts.slice(from)];
}

const FIND: Program = {
  writes(command) {
    const texts = textsOf(command);
    const files = behindEach(command.words, (word) => fits(word, /^-(fprint|fprint0|fprintf|fls)$/));
    const changes = texts.includes('-delete') || findActions(texts).some(changesOperands);
    return [
      ...toWrites(files, 'content', command),
      ...(changes ? toWrites(startsOfFind(command), 'remove', command) : []),
    ];
  },
  // Every action of find that writes or starts something is known.
  readsRest: () => true,
};

const EDITOR = operands('content', { '1': '-c -u -T', '0': '-e -n -R -i -E -q -s' });
const COMPRESS = operands('content', { '0': '-d -f -k -q -v -r -c -t -l -9 -1', '1': '-S -T -p' });

/** Packing and unpacking change the file and the one beside it with or without the ending. */
const PACK: Program = {
  ...COMPRESS,
  writes: (command) =>
    COMPRESS.writes(command).flatMap((write) => {
      const bare = write.place.path.replace(/\.(gz|bz2|xz|zst|lz4|br|Z)$/, '');
      return bare === write.place.path ? [write] : [write, { ...write, place: { ...write.place, path: bare } }];
    }),
};

/** Of tree the word behind a cluster with `o` is written, whatever letters follow. */
const TREE: Program = {
  writes(command) {
    const texts = textsOf(command);
    return writesText(
      behindEach(texts, (text) => /^-[A-Za-z]*o/.test(text)),
      command,
    );
  },
  readsRest: (command) => !textsOf(command).some((text) => /^-[A-Za-z]*o/.test(text)),
};

const PATCH = table({
  '0':
    '-b|--backup -c|--context -E|--remove-empty-files -f|--force -l|--ignore-whitespace -n|--normal -N|--forward -R|--reverse ' +
    '-s|--quiet|--silent -t|--batch -T|--set-time -u|--unified -v|--version -Z|--set-utc --dry-run --verbose --binary --merge',
  '1':
    '-B|--prefix -D|--ifdef -d|--directory -F|--fuzz -g|--get -p|--strip -V|--version-control -Y|--basename-prefix -z|--suffix ' +
    '-x|--debug --quoting-style --reject-format --read-only',
  '1/reads': '-i|--input',
  '1/writes': '-o|--output -r|--reject-file',
});

/** A patch names the files that it changes itself, below `-d` or where it runs. */
const patches = program(PATCH, (read, command) => {
  const [folder] = valuesOf(read, '-d');
  return [
    ...toWrites(read.operands, 'content', command),
    ...toTree(placeOfText(folder === undefined ? '.' : textOf(folder), command)),
  ];
});

/** Every word, behind the first, when one of them is a flag to edit in place. */
const inPlaceOf =
  (flag: RegExp) =>
  (command: SimpleCommand): readonly Write[] =>
    command.words.some((word) => fits(word, flag)) ? toWrites(command.words.slice(2), 'content', command) : [];

const OTHERS: readonly (readonly [string, Program])[] = [
  ...['tee', 'sponge'].map((head) => [head, operands('content', { '0': '-a|--append -i -p' })] as const),
  ...['touch', 'truncate', 'shred', 'dos2unix', 'unix2dos'].map(
    (head) =>
      [
        head,
        operands('content', {
          '0': '-a -c -h -m -o -u -z -f -v -x',
          '1': '-d|--date -r|--reference -t -s|--size -n -i|--input -p',
        }),
      ] as const,
  ),
  ['patch', patches],
  ...['mkdir', 'mkfifo', 'mknod'].map(
    (head) => [head, operands('content', { '0': '-p|--parents -v|--verbose', '1': '-m|--mode' })] as const,
  ),
  ...['rm', 'rmdir', 'unlink', 'trash', 'srm'].map(
    (head) =>
      [
        head,
        operands('remove', { '0': '-r|-R|--recursive -f|--force -i -I -d|--dir -v|--verbose -p|--parents' }),
      ] as const,
  ),
  ...['chmod', 'chown', 'chgrp', 'chattr', 'setfacl', 'chcon'].map(
    (head) =>
      [
        head,
        operands('meta', { '0': '-R|--recursive -v|--verbose -c|--changes -f|--silent|--quiet -h -H -L -P' }),
      ] as const,
  ),
  ['rename', operands('remove', {})],
  ['find', FIND],
  ...['vi', 'vim', 'nvim', 'nano', 'ed', 'ex', 'emacs', 'pico', 'micro', 'code'].map((head) => [head, EDITOR] as const),
  ...['gzip', 'gunzip', 'bzip2', 'bunzip2', 'xz', 'unxz', 'zstd', 'unzstd'].map((head) => [head, PACK] as const),
  ['xxd', operands('content', { '0': '-r -p -b -u -i -e -a', '1': '-c -g -l -o -s' }, 1)],
  [
    'uniq',
    operands(
      'content',
      {
        '0': '-c|--count -d|--repeated -D -i|--ignore-case -u|--unique -z|--zero-terminated',
        '1': '-f|--skip-fields -s|--skip-chars -w|--check-chars',
        'attached': '--all-repeated --group',
      },
      1,
    ),
  ],
  ['tree', TREE],
  ['pv', outputs('o', 'output')],
  ...['shuf', 'sdiff', 'base64', 'base32', 'info'].map((head) => [head, outputs('o', 'output')] as const),
  ...['less', 'zless'].map((head) => [head, outputs('oO', 'log-file', 'LOG-FILE')] as const),
  ['xmllint', outputs('', 'output')],
  [
    'sort',
    program(
      table({
        '0': '-n -r -u -f -b -d -g -h -i -M -R -V -c -C -m -s -z',
        '1': '-k|--key -t -S -T',
        '1/writes': '-o|--output',
      }),
    ),
  ],
  ['gpg', program(table({ '0': '-d -e -s -a -c', '1/writes': '-o|--output', '1': '-r|--recipient -u' }))],
  ['crontab', operands('content', { '0': '-l -r -e -i', '1': '-u' })],
  ['yq', untabled(inPlaceOf(/^(-i|--inplace|--in-place)$/))],
  ['jsonlint', untabled(inPlaceOf(/^(-i|--in-place)$/))],
  ['exiftool', untabled((command) => toWrites(command.words.slice(1), 'content', command))],
  [
    'openssl',
    untabled((command) =>
      toWrites(
        behindEach(command.words, (word) => fits(word, /^-(out|keyout)$/)),
        'content',
        command,
      ),
    ),
  ],
];

/** Every program of which it is known what it changes: one table for the floor, control, danger classes and rules. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map([
  ...OTHERS,
  ...COPIERS,
  ...SCRIPTED,
  ...FETCHERS,
  ...OUTPUTS,
  ...ARCHIVERS,
  ['git', GIT],
]);
