import type { FlagsRead } from '../../flags.ts';
import { has, head, type ReadonlyHead } from '../head.ts';
import { textOf } from '../../../shell/words/word-text.ts';

const HELP = '--help --version';

const refuseSecondOperand = (read: FlagsRead): string | null =>
  read.operands.length < 2 ? null : 'the second operand of uniq is written';

/**
 * What in a program of jq reads another file or the environment; behind a dot it is a key. jq up to 1.7 takes blanks and
 * comments between `$` and `ENV`.
 */
const JQ_READS = /(?<![.$\w])(?:env|import|include|modulemeta)\b|(?<![.\w])ENV\b/g;

/** `{env}` and `{env: 1}` name a key; the same word in front of the colon of a slice is code. */
function readsOthers(code: string): boolean {
  return [...code.matchAll(JQ_READS)].some(({ 0: name, index }) => {
    const likeKey = /\{\s*$/.test(code.slice(0, index)) || /^\s*:/.test(code.slice(index + name.length));
    return !likeKey || !isKeyPlace(code.slice(0, index));
  });
}

/** Whether what follows stands directly in braces or in a string; behind a comment that is not known. */
function isKeyPlace(front: string): boolean {
  const open: (string | undefined)[] = [];
  for (const [token] of front.matchAll(/\\[^]|["[\](){}#]/g)) {
    const inString = open.at(-1) === '"';
    if (token === '"' && inString) open.pop();
    else if (token === '\\(' && inString) open.push('(');
    else if (inString) continue;
    else if (token === '#') return false;
    else if (/["[({]/.test(token)) open.push(token);
    else open.pop();
  }
  return open.at(-1) === '{' || open.at(-1) === '"';
}

/** The program is the first operand, behind the second words of `--arg name value`. */
function refuseJqProgram(read: FlagsRead): string | null {
  if (has(read, '-f')) return 'a program from a file may read others';
  const pairs = read.flags.filter(({ name }) => name === '--arg' || name === '--argjson').length;
  const reads = read.operands.slice(0, pairs + 1).some((word) => {
    const text = textOf(word);
    // Where text stands in brackets inside a string, or a comment may hold quotes, all of it counts.
    const code = /\\\(|#/.test(text) ? text : text.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
    return word.pattern !== null || readsOthers(code);
  });
  return reads ? 'its program may read other files or the environment' : null;
}

const SUMS = {
  '0': `-b|--binary -c|--check --tag -t|--text -z|--zero --ignore-missing --quiet --status --strict -w|--warn ${HELP}`,
};

const READ_NAME = {
  '0':
    `-e|--canonicalize-existing -m|--canonicalize-missing -L|--logical -P|--physical -q|--quiet -s|--strip|--no-symlinks ` +
    `-z|--zero ${HELP}`,
  '1': '--relative-to --relative-base',
};

/** Input that cannot be read backwards is copied to a temporary file first. */
const refuseTacInput = (read: FlagsRead): string | null =>
  read.operands.length > 0 && read.operands.every(({ value }) => value !== '-')
    ? null
    : 'tac keeps its input in a temporary file';

/** Programs of the preset `text`: they read files or their input and print. */
export const TEXT_HEADS: Readonly<Record<string, ReadonlyHead>> = Object.fromEntries([
  head('sort', {
    '0':
      '-b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort ' +
      '-i|--ignore-nonprinting -M|--month-sort -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort ' +
      `-r|--reverse -V|--version-sort -c -C --debug -m|--merge -s|--stable -u|--unique -z|--zero-terminated ${HELP}`,
    '1': '--sort -k|--key -t|--field-separator --parallel',
    '1/reads': '--random-source',
    '1/lists': '--files0-from',
    'attached': '--check',
    // A small buffer or batch, or another folder makes it write temporary files where the line says.
    '1/writes': '-o|--output -T|--temporary-directory -S|--buffer-size --batch-size',
    '1/runs': '--compress-program',
  }),
  head(
    'uniq',
    {
      '0': `-c|--count -d|--repeated -D -i|--ignore-case -u|--unique -z|--zero-terminated ${HELP}`,
      '1': '-f|--skip-fields -s|--skip-chars -w|--check-chars',
      'attached': '--all-repeated --group',
    },
    { refuse: refuseSecondOperand, strict: true },
  ),
  head('cut', {
    '0': `-n --complement -s|--only-delimited -z|--zero-terminated ${HELP}`,
    '1': '-b|--bytes -c|--characters -d|--delimiter -f|--fields --output-delimiter',
  }),
  head(
    'tr',
    { '0': `-c|--complement -C -d|--delete -s|--squeeze-repeats -t|--truncate-set1 ${HELP}` },
    { files: 'none' },
  ),
  head('nl', {
    '0': `-p|--no-renumber ${HELP}`,
    '1':
      '-b|--body-numbering -d|--section-delimiter -f|--footer-numbering -h|--header-numbering -i|--line-increment ' +
      '-l|--join-blank-lines -n|--number-format -s|--number-separator -v|--starting-line-number -w|--number-width',
  }),
  head(
    'diff',
    {
      '0':
        '--normal -q|--brief -s|--report-identical-files -c -u -e|--ed -n|--rcs -y|--side-by-side --left-column ' +
        '--suppress-common-lines -p|--show-c-function -t|--expand-tabs -T|--initial-tab --suppress-blank-empty ' +
        '-r|--recursive --no-dereference -N|--new-file --unidirectional-new-file --ignore-file-name-case ' +
        '--no-ignore-file-name-case -i|--ignore-case -E|--ignore-tab-expansion -Z|--ignore-trailing-space ' +
        '-b|--ignore-space-change -w|--ignore-all-space -B|--ignore-blank-lines -a|--text --strip-trailing-cr ' +
        '-d|--minimal --speed-large-files --help -v|--version',
      '1':
        '-C -U -W|--width -F|--show-function-line --label --tabsize -x|--exclude -S|--starting-file ' +
        '-I|--ignore-matching-lines -D|--ifdef --horizon-lines --palette --line-format',
      '1/reads': '-X|--exclude-from --from-file --to-file',
      'attached': '--context --unified --color',
      '0/runs': '-l|--paginate',
    },
    // Of two folders it prints what is in their files also without -r.
    {
      readsTree: () => true,
      followsLinks: (read) => has(read, '-r') && !has(read, '--no-dereference'),
    },
    { exactLong: true },
  ),
  head('cmp', {
    '0': '-b|--print-bytes -l|--verbose -s|--quiet|--silent --help -v|--version',
    '1': '-i|--ignore-initial -n|--bytes',
  }),
  head('comm', {
    '0': `-1 -2 -3 --check-order --nocheck-order --total -z|--zero-terminated ${HELP}`,
    '1': '--output-delimiter',
  }),
  head(
    'jq',
    {
      '0':
        '-c|--compact-output -n|--null-input -e|--exit-status -s|--slurp -r|--raw-output -R|--raw-input ' +
        '-C|--color-output -M|--monochrome-output -S|--sort-keys -j|--join-output -a|--ascii-output --tab --seq ' +
        '--stream --args --jsonargs -h|--help -V|--version -f|--from-file',
      // These take two words; the second one passes for an operand, which changes nothing.
      '1': '--arg --argjson --indent',
    },
    { files: 'behind-pattern', patternFlags: ['-f'], refuse: refuseJqProgram },
    { exactLong: true },
  ),
  head('basename', { '0': `-a|--multiple -z|--zero ${HELP}`, '1': '-s|--suffix' }, { files: 'none' }),
  head('dirname', { '0': `-z|--zero ${HELP}` }, { files: 'none' }),
  head('realpath', READ_NAME, { files: 'none' }),
  head(
    'readlink',
    {
      '0':
        '-f|--canonicalize -e|--canonicalize-existing -m|--canonicalize-missing -n|--no-newline -q|--quiet ' +
        `-s|--silent -v|--verbose -z|--zero ${HELP}`,
    },
    { files: 'none' },
  ),
  ...['md5sum', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum'].map((name) => head(name, SUMS)),
  head('b2sum', { ...SUMS, '1': '-l|--length' }),
  head('tac', { '0': `-b|--before -r|--regex ${HELP}`, '1': '-s|--separator' }, { refuse: refuseTacInput }),
  head('rev', { '0': '-h|--help -V|--version' }),
  head('paste', { '0': `-s|--serial -z|--zero-terminated ${HELP}`, '1': '-d|--delimiters' }),
  head('fold', { '0': `-b|--bytes -s|--spaces ${HELP}`, '1': '-w|--width' }),
  head('expand', { '0': `-i|--initial ${HELP}`, '1': '-t|--tabs' }),
  head('join', {
    '0': `-i|--ignore-case --check-order --nocheck-order --header -z|--zero-terminated ${HELP}`,
    '1': '-a -e -j -o -t -v -1 -2',
  }),
  head('column', {
    '0': '-t|--table -d|--table-noheadings -e|--table-header-repeat -L|--keep-empty-lines -J|--json -x|--fillrows -h|--help -V|--version',
    '1':
      '-n|--table-name -O|--table-order -N|--table-columns -l|--table-columns-limit -E|--table-noextreme ' +
      '-H|--table-hide -R|--table-right -T|--table-truncate -W|--table-wrap -r|--tree -i|--tree-id ' +
      '-p|--tree-parent -c|--output-width -o|--output-separator -s|--separator',
  }),
  head('od', {
    '0': `-v|--output-duplicates --traditional -a -b -c -d -f -i -l -o -s -x ${HELP}`,
    '1': '-A|--address-radix --endian -j|--skip-bytes -N|--read-bytes -S -t|--format',
    'attached': '-w|--width --strings',
  }),
  head('base64', { '0': `-d|--decode -i|--ignore-garbage ${HELP}`, '1': '-w|--wrap' }),
  head(
    'seq',
    { '0': `-w|--equal-width ${HELP}`, '1': '-f|--format -s|--separator' },
    { files: 'none' },
    { numbers: true },
  ),
]);
