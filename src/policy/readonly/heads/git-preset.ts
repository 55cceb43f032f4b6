import type { FlagsRead } from '../../flags.ts';
import { has, head, noOperands, type ReadonlyHead } from '../head.ts';
import { GIT_HEADS } from './git.ts';

const GIT = { exactLong: true } as const;
const HELP = { '0/runs': '--help' } as const;

/** git tag lists with -l or without a name. */
const refuseTagName = (read: FlagsRead): string | null =>
  has(read, '-l', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at') || read.operands.length === 0
    ? null
    : 'a name without --list creates a tag';

function refuseObjectOutput(read: FlagsRead): string | null {
  if (has(read, '--batch', '--batch-command')) return 'the objects that it prints are not on the line';
  const wanted = has(read, '-t', '-s', '-e', '-p', '--batch-check');
  return wanted || read.operands.length === 2 ? null : 'git cat-file names no way to print';
}

const LISTED = {
  '0': '--ignore-case --no-color --omit-empty',
  '1': '--sort --format --points-at',
  'attached': '--contains --no-contains --merged --no-merged --color',
};

const LOG_FLAGS = GIT_HEADS['log'] as ReadonlyHead;

const withFlags = (spec: ReadonlyHead, ...names: readonly string[]): ReadonlyHead => {
  const more = names.map((name) => [name, { arity: 0, effect: 'none' }] as const);
  return { ...spec, table: { ...spec.table, flags: { ...spec.table.flags, ...Object.fromEntries(more) } } };
};

/** `git <subcommand>` of the preset `git`; a name of two words has a second verb. */
export const GIT_PRESET_HEADS: Readonly<Record<string, ReadonlyHead>> = Object.fromEntries([
  head(
    'ls-files',
    {
      ...HELP,
      '0':
        '-z -t -v -f -c|--cached -d|--deleted -m|--modified -o|--others -i|--ignored -s|--stage -k|--killed ' +
        '--directory --no-empty-directory --empty-directory -u|--unmerged --resolve-undo --eol --exclude-standard ' +
        '--full-name --error-unmatch --deduplicate --sparse',
      '1': '-x|--exclude --with-tree --format',
      '1/reads': '-X|--exclude-from --exclude-per-directory',
      'attached': '--abbrev',
      '0/runs': '--help --recurse-submodules',
    },
    {},
    GIT,
  ),
  head(
    'cat-file',
    {
      '0': '-e -p -t -s -z -Z --allow-unknown-type --use-mailmap|--mailmap --batch-all-objects --buffer --follow-symlinks --unordered',
      'attached': '--batch --batch-check --batch-command',
      '0/runs': '--help --textconv --filters',
    },
    { refuse: refuseObjectOutput },
    GIT,
  ),
  head(
    'describe',
    {
      ...HELP,
      '0': '--contains --all --tags --long --first-parent --exact-match --always --debug --no-match --no-exclude',
      '1': '--candidates --match --exclude',
      'attached': '--abbrev',
      // Both refresh the index on disk.
      'attached/writes': '--dirty --broken',
    },
    {},
    GIT,
  ),
  head(
    'shortlog',
    {
      ...HELP,
      '0': '-c|--committer -n|--numbered -s|--summary -e|--email --all --no-merges --merges --first-parent',
      '1': '--since|--after --until|--before --author --grep --group --date',
      'attached': '-w --format --branches --tags --remotes',
    },
    {},
    GIT,
  ),
  head(
    'ls-tree',
    {
      ...HELP,
      '0': '-d -r -t -l|--long -z --name-only --name-status --object-only --full-name --full-tree',
      '1': '--format',
      'attached': '--abbrev',
    },
    {},
    GIT,
  ),
  head(
    'show-ref',
    {
      ...HELP,
      '0': '--head --heads --branches --tags -s -d|--dereference -q|--quiet --verify --exists',
      'attached': '--hash --abbrev',
    },
    {},
    GIT,
  ),
  head(
    'for-each-ref',
    { ...HELP, ...LISTED, '0': `${LISTED['0']} -s|--shell -p|--perl --python --tcl`, '1': `${LISTED['1']} --count` },
    {},
    GIT,
  ),
  head('merge-base', { ...HELP, '0': '-a|--all --octopus --independent --is-ancestor --fork-point' }, {}, GIT),
  head(
    'name-rev',
    { ...HELP, '0': '--tags --name-only --all --always --undefined --no-undefined', '1': '--refs --exclude' },
    {},
    GIT,
  ),
  head(
    'count-objects',
    { ...HELP, '0': '-v|--verbose -H|--human-readable' },
    { refuse: noOperands, strict: true },
    GIT,
  ),
  head('version', { ...HELP, '0': '--build-options' }, { files: 'none', refuse: noOperands, strict: true }, GIT),
  head(
    'tag',
    {
      ...HELP,
      ...LISTED,
      '0': `${LISTED['0']} -i -l|--list --no-column`,
      'attached': `${LISTED.attached} -n --column`,
      '0/writes': '-d|--delete -a|--annotate -s|--sign -f|--force',
    },
    { refuse: refuseTagName, strict: true },
    GIT,
  ),
  ['rev-list', withFlags(LOG_FLAGS, '--count', '--objects', '--header', '--timestamp')],
  ['stash list', LOG_FLAGS],
  ['reflog show', LOG_FLAGS],
  ['reflog', { ...LOG_FLAGS, refuse: noOperands }],
  head('remote get-url', { ...HELP, '0': '--push --all' }, { files: 'none' }, GIT),
  head('worktree list', { ...HELP, '0': '-v|--verbose --porcelain -z' }, { refuse: noOperands, strict: true }, GIT),
  head(
    'grep',
    {
      '0':
        '--cached --untracked --no-exclude-standard --exclude-standard -a|--text --no-textconv -i|--ignore-case -I ' +
        '-r|--recursive --no-recursive -w|--word-regexp -v|--invert-match -h -H --full-name -E|--extended-regexp ' +
        '-G|--basic-regexp -P|--perl-regexp -F|--fixed-strings -n|--line-number --column -l|--files-with-matches ' +
        '--name-only -L|--files-without-match -z|--null -o|--only-matching -c|--count --no-color --break --heading ' +
        '-p|--show-function -W|--function-context --and --or --not --all-match -q|--quiet',
      '1': '--max-depth -C|--context -A|--after-context -B|--before-context -m|--max-count --threads -e',
      '1/reads': '-f',
      'attached': '--color',
      '0/runs': '--help --textconv --recurse-submodules --no-index',
      'attached/runs': '-O|--open-files-in-pager',
    },
    { files: 'behind-pattern', patternFlags: ['-e', '-f'] },
    { ...GIT, numbers: true },
  ),
]);

/** Options in front of the subcommand that the preset lets through; `-C` besides is held inside the workspace. */
export const [, GIT_GLOBALS] = head(
  'git',
  {
    '0':
      '-v|--version -P|--no-pager --no-optional-locks --no-replace-objects --literal-pathspecs --glob-pathspecs ' +
      '--noglob-pathspecs --icase-pathspecs',
    '1': '-C',
  },
  {},
  { exactLong: true, stopsAtOperand: true },
);
