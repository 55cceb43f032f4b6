import type { FlagsRead } from '../../flags.ts';
import { head, type ReadonlyHead } from '../head.ts';

const HELP = '--help --version';

/** -newer and -newerXY: compares one of the four times of a file with a time of another file or (`t`) a text. */
const FIND_NEWER = [...'aBcm'].flatMap((x) => [...'aBcm'].map((y) => `-newer${x}${y}`)).join(' ');
const FIND_NEWER_TEXT = [...'aBcm'].map((x) => `-newer${x}t`).join(' ');

const FIND = {
  '0':
    '-H -L -P -daystart -follow -nowarn -warn -depth -d -mount -noleaf -xdev -ignore_readdir_race ' +
    '-noignore_readdir_race -empty -false -true -nouser -nogroup -readable -writable -executable -print -print0 -ls ' +
    '-prune -quit -a -and -o -or -not -help -version --help --version',
  '1':
    '-D -regextype -maxdepth -mindepth -amin -atime -cmin -context -ctime -fstype -gid -group -ilname -iname -inum ' +
    '-ipath -iregex -iwholename -links -lname -mmin -mtime -name -path -perm -regex -size -type -uid -used -user ' +
    `-wholename -xtype -printf ${FIND_NEWER_TEXT}`,
  '1/reads': `-anewer -cnewer -newer -samefile ${FIND_NEWER}`,
  '1/lists': '-files0-from',
  'attached': '-O',
  '0/writes': '-delete',
  '1/writes': '-fprint -fprint0 -fprintf -fls',
  '1/runs': '-exec -execdir -ok -okdir',
};

/** date: only `+FORMAT` is printed; any other operand sets the clock. */
function refuseDateOperand(read: FlagsRead): string | null {
  const wrong = read.operands.find((word) => word.value?.startsWith('+') !== true);
  return wrong === undefined ? null : 'an operand of date without a plus sets the clock';
}

/** Programs that list, print or describe files; the built-in set of POLICY 6 without the searching ones. */
export const FILE_HEADS: Readonly<Record<string, ReadonlyHead>> = Object.fromEntries([
  head('ls', {
    '0':
      `-a|--all -A|--almost-all --author -b|--escape -B|--ignore-backups -c -C -d|--directory -D|--dired -f ` +
      '--file-type --full-time -g --group-directories-first -G|--no-group -h|--human-readable --si ' +
      '-H|--dereference-command-line --dereference-command-line-symlink-to-dir -i|--inode -k|--kibibytes -l ' +
      '-L|--dereference -m -n|--numeric-uid-gid -N|--literal -o -p -q|--hide-control-chars --show-control-chars ' +
      `-Q|--quote-name -r|--reverse -R|--recursive -s|--size -S -t -u -U -v -x -X -Z|--context --zero -1 -F ${HELP}`,
    '1':
      '--block-size --format --hide --indicator-style -I|--ignore --quoting-style --sort --time --time-style ' +
      '-T|--tabsize -w|--width',
    'attached': '--color --classify --hyperlink',
  }),
  head('cat', {
    '0':
      `-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs -u ` +
      `-v|--show-nonprinting ${HELP}`,
  }),
  head(
    'head',
    { '0': `-q|--quiet|--silent -v|--verbose -z|--zero-terminated ${HELP}`, '1': '-c|--bytes -n|--lines' },
    {},
    { numbers: true },
  ),
  head(
    'tail',
    {
      '0': `-f -F -q|--quiet|--silent --retry -v|--verbose -z|--zero-terminated --debug ${HELP}`,
      '1': '-c|--bytes -n|--lines --max-unchanged-stats --pid -s|--sleep-interval',
      'attached': '--follow',
    },
    {},
    { numbers: true },
  ),
  head('wc', {
    '0': `-c|--bytes -m|--chars -l|--lines -L|--max-line-length -w|--words --debug ${HELP}`,
    '1': '--total',
    '1/lists': '--files0-from',
  }),
  head('stat', {
    '0': `-L|--dereference -f|--file-system -t|--terse ${HELP}`,
    '1': '--cached -c|--format --printf',
  }),
  head('du', {
    '0':
      `-0|--null -a|--all --apparent-size -A -b|--bytes -c|--total -D|--dereference-args -H -h|--human-readable ` +
      `--inodes -k -L|--dereference -l|--count-links -m -P|--no-dereference -S|--separate-dirs --si -s|--summarize ` +
      `-x|--one-file-system ${HELP}`,
    '1': '-B|--block-size -d|--max-depth -t|--threshold --time-style --exclude',
    '1/reads': '-X|--exclude-from',
    '1/lists': '--files0-from',
    'attached': '--time',
  }),
  head('df', {
    '0': `-a|--all -h|--human-readable -H|--si -i|--inodes -k -l|--local --no-sync -P|--portability --total -T|--print-type -v ${HELP}`,
    '1': '-B|--block-size -t|--type -x|--exclude-type',
    'attached': '--output',
  }),
  head('pwd', { '0': `-L|--logical -P|--physical ${HELP}` }, { files: 'none' }),
  head('which', { '0': '-a|--all -s' }, { files: 'none' }),
  head('whoami', { '0': HELP }, { files: 'none' }),
  head('find', FIND, {}, { style: 'find' }),
  head('file', {
    '0':
      '--help -v|--version -b|--brief -i|--mime --apple --extension --mime-type --mime-encoding -k|--keep-going ' +
      '-l|--list -L|--dereference -h|--no-dereference -n|--no-buffer -N|--no-pad -0|--print0 -r|--raw',
    '1': '-e|--exclude --exclude-quiet -F|--separator -P|--parameter',
    '1/reads': '-m|--magic-file',
    '1/lists': '-f|--files-from',
    // -p sets access times back; -z starts decompressors; -s reads devices; -S drops its own sandbox.
    '0/writes': '-C|--compile -p|--preserve-date -c|--checking-printout -d|--debug -s|--special-files',
    '0/runs': '-z|--uncompress -Z|--uncompress-noreport -S|--no-sandbox',
  }),
  head(
    'tree',
    {
      '0':
        '-a -d -l -f -x --gitignore --ignore-case --matchdirs --metafirst --prune --info --noreport -q -N -Q -p -u -g ' +
        '-s -h --si --du -D -F --inodes --device -v -t -c -U -r --dirsfirst --filesfirst -i -A -S -n -C -X -J ' +
        '--nolinks --fflinks --version --help',
      '1': '-L -P -I --charset --filelimit --timefmt --sort -H -T',
      '1/reads': '--gitfile --infofile --hintro --houtro',
      '1/writes': '-o --output',
      // With -H or -o it leaves a 00Tree.html in every folder at the depth limit.
      '0/writes': '-R',
    },
    {},
    { exactLong: true, loneValues: true },
  ),
  head(
    'date',
    {
      '0': `--debug --resolution -R|--rfc-email|--rfc-822|--rfc-2822 -u|--utc|--universal|--uct ${HELP}`,
      '1': '-d|--date --rfc-3339',
      '1/reads': '-f|--file -r|--reference',
      'attached': '-I|--iso-8601',
      '1/writes': '-s|--set',
    },
    { files: 'none', refuse: refuseDateOperand },
  ),
]);
