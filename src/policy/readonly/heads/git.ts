import type { FlagsRead } from '../../flags.ts';
import { has, head, type ReadonlyHead } from '../head.ts';

/**
 * Whether a long flag takes its value from the next word is copied from git's own parser: a wrong guess would hide the
 * word behind it. git spells out long flags (`log` and `diff` refuse abbreviations), so no beginnings are taken.
 */
const GIT = { exactLong: true } as const;

const DIFF = {
  '0':
    '-p|-u|--patch -s|--no-patch -W|--function-context --no-function-context --raw --patch-with-raw ' +
    '--patch-with-stat --numstat --shortstat --cumulative --check --summary --name-only --name-status ' +
    '--compact-summary --no-compact-summary --binary --full-index --no-full-index --no-color --no-color-moved ' +
    '--no-color-moved-ws -z --no-abbrev --no-prefix --default-prefix --no-renames --rename-empty --no-rename-empty ' +
    '-D|--irreversible-delete --find-copies-harder --follow --no-follow --minimal -w|--ignore-all-space ' +
    '-b|--ignore-space-change --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines --indent-heuristic ' +
    '--no-indent-heuristic --patience --histogram --no-relative -a|--text -R --exit-code --quiet --no-ext-diff ' +
    '--no-textconv --ita-invisible-in-index --ita-visible-in-index --pickaxe-all --pickaxe-regex -t ' +
    '--end-of-options',
  '1':
    '--stat-width --stat-name-width --stat-graph-width --stat-count --ws-error-highlight --src-prefix --dst-prefix ' +
    '--line-prefix --inter-hunk-context --output-indicator-new --output-indicator-old --output-indicator-context ' +
    '-l --diff-algorithm --anchored -I|--ignore-matching-lines --word-diff-regex --color-moved-ws -S -G ' +
    '--rotate-to --skip-to --find-object --diff-filter',
  '1/reads': '-O',
  'attached':
    '-U|--unified -X|--dirstat --dirstat-by-file --stat --color --abbrev -B|--break-rewrites -M|--find-renames ' +
    '-C|--find-copies --word-diff --color-words --color-moved --relative --ignore-submodules --submodule',
  '0/runs': '--ext-diff --textconv',
  '1/writes': '--output',
};

const REVISIONS = {
  '0':
    '--all-match --invert-grep -i|--regexp-ignore-case --basic-regexp -E|--extended-regexp ' +
    '-F|--fixed-strings -P|--perl-regexp --remove-empty --merges --no-merges --no-min-parents --no-max-parents ' +
    '--first-parent --exclude-first-parent-only --not --all --reflog --single-worktree --ignore-missing --bisect ' +
    '--cherry-mark --cherry-pick --left-only --right-only --cherry -g|--walk-reflogs --merge --boundary ' +
    '--simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --date-order ' +
    '--author-date-order --topo-order --reverse --do-walk --abbrev-commit --no-abbrev-commit --oneline ' +
    '--no-expand-tabs --no-notes --standard-notes --no-standard-notes --relative-date --parents --children ' +
    '--left-right --graph --no-graph',
  '1':
    '-n|--max-count --skip --since|--after --since-as-filter --until|--before --author --committer --grep-reflog ' +
    '--grep --glob --exclude --exclude-hidden --encoding --date --max-age --min-age',
  'attached':
    '--min-parents --max-parents --branches --tags --remotes --ancestry-path --no-walk --pretty --format ' +
    '--expand-tabs --notes --show-notes --show-linear-break',
  '0/runs': '--show-signature --alternate-refs',
};

const LOG = {
  '0':
    '-q --source --mailmap|--use-mailmap --no-mailmap|--no-use-mailmap --clear-decorations --no-decorate ' +
    '--full-diff --log-size -m -c --cc --dd --no-diff-merges --combined-all-paths',
  '1': '--decorate-refs --decorate-refs-exclude -L --diff-merges',
  'attached': '--decorate',
  // Merges anew with the configured drivers, in a temporary folder of objects.
  '0/writes': '--remerge-diff',
};

type Groups = Readonly<Record<string, string>>;

function joinGroups(...parts: readonly Groups[]): Groups {
  const joined: Record<string, string> = {};
  for (const [kind, spellings] of parts.flatMap((part) => Object.entries(part))) {
    joined[kind] = joined[kind] === undefined ? spellings : `${joined[kind]} ${spellings}`;
  }
  return joined;
}

/** Values that leave no doubt; `r` and `remerge` merge anew, and a later git may know more. */
const MERGE_FORMATS = new Set([
  'off',
  'none',
  'on',
  'm',
  'first-parent',
  '1',
  'separate',
  'combined',
  'c',
  'dense-combined',
  'cc',
]);
const SUBMODULE_FORMATS = new Set(['short', 'log']);

/** What no git subcommand may be asked for: signatures (they start gpg) and formats that start another program. */
export function refuseGitValues(read: FlagsRead): string | null {
  for (const { name, value } of read.flags) {
    const text = value?.value ?? null;
    if (text === null) continue;
    if (/^--(?:format|pretty|sort|group)$/.test(name) && asksForSignature(text))
      return 'a signature placeholder starts gpg';
    if (name === '--diff-merges' && !MERGE_FORMATS.has(text)) return `--diff-merges=${text} may merge anew`;
    if (name === '--submodule' && !SUBMODULE_FORMATS.has(text)) return `--submodule=${text} starts git in submodules`;
  }
  return null;
}

/** `%G?` and its like in a format of log, also with the signs `+`, `-` and blank; `%(signature)` in one of branch. */
export const asksForSignature = (format: string): boolean => /%[-+ ]*G|signature/.test(format);

const LISTING = ['-l', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at'];

function refuseBranchName(read: FlagsRead): string | null {
  const listing = has(read, ...LISTING);
  return listing || read.operands.length === 0 ? null : 'a name without --list creates a branch';
}

const refuseOperands = (read: FlagsRead): string | null =>
  read.operands.length === 0 ? null : 'git remote with a verb is more than its listing form';

const git = (name: string, groups: Groups, rest: Omit<ReadonlyHead, 'table' | 'files'> = {}, numbers = false) =>
  head(name, joinGroups(groups, { '0/runs': '--help' }), rest, numbers ? { ...GIT, numbers } : GIT);

/** The subcommands that are read-only in the default set (POLICY 6). */
export const GIT_HEADS: Readonly<Record<string, ReadonlyHead>> = Object.fromEntries([
  git('status', {
    '0':
      '-v|--verbose -s|--short -b|--branch --show-stash --no-show-stash --ahead-behind --no-ahead-behind --long ' +
      '-z|--null --no-column --no-renames --renames -h',
    'attached': '--porcelain -u|--untracked-files --ignored --ignore-submodules --column -M|--find-renames',
  }),
  git('log', joinGroups(DIFF, REVISIONS, LOG), {}, true),
  git(
    'diff',
    joinGroups(DIFF, {
      '0': '--cached|--staged --merge-base --no-index -0 -1|--base -2|--ours -3|--theirs -c --cc --dd --combined-all-paths',
      '1': '--diff-merges',
    }),
    { readsTree: () => true },
  ),
  git('show', joinGroups(DIFF, REVISIONS, LOG), {}, true),
  git('rev-parse', {
    '0':
      '--revs-only --no-revs --flags --no-flags --verify -q|--quiet --sq --not --symbolic --symbolic-full-name --all ' +
      '--local-env-vars --git-dir --git-common-dir --show-toplevel --show-superproject-working-tree ' +
      '--absolute-git-dir --is-inside-git-dir --is-inside-work-tree --is-bare-repository ' +
      '--is-shallow-repository --show-cdup --show-prefix --end-of-options --show-ref-format',
    '1': '--default --prefix --resolve-git-dir --git-path',
    // Sets the time of the shared index.
    '0/writes': '--shared-index-path',
    'attached':
      '--short --abbrev-ref --branches --tags --remotes --glob --exclude --exclude-hidden --disambiguate ' +
      '--path-format --show-object-format --since --after --until --before',
  }),
  git('blame', {
    '0':
      '--incremental -b --root --show-stats --progress --no-progress --score-debug -f|--show-name -n|--show-number ' +
      '-p|--porcelain --line-porcelain -c -t -l -s -e|--show-email -w --minimal --color-lines --color-by-age ' +
      '--reverse --first-parent',
    '1': '--ignore-rev -L --date --encoding --since|--after --until|--before',
    '1/reads': '--ignore-revs-file -S --contents',
    'attached': '-C -M --abbrev',
    '0/runs': '--textconv --ext-diff',
  }),
  git(
    'branch',
    {
      '0':
        '-v|--verbose -q|--quiet -r|--remotes -a|--all -l|--list --show-current --no-color --no-column --no-abbrev ' +
        '-i|--ignore-case --omit-empty',
      '1': '--sort --format --points-at',
      // The word behind these is a commit, or missing at the end of the line; read as a pattern it changes nothing.
      'attached': '--contains --no-contains --merged --no-merged --color --column --abbrev',
      '0/writes': '--edit-description --unset-upstream -d|--delete -D -m|--move -M -c|--copy -C -f|--force',
    },
    { refuse: refuseBranchName, strict: true },
  ),
  git('remote', { '0': '-v|--verbose' }, { refuse: refuseOperands, strict: true }),
]);
