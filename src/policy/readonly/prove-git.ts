import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import type { FlagsRead } from '../flags.ts';
import type { GitUse } from './find-head.ts';
import { findExecKey } from './git-keys.ts';
import { refuseGitValues } from './heads/git.ts';
import { has } from './head.ts';
import { leadsInside } from './places.ts';
import { textOf } from '../../shell/words/word-text.ts';

/** What git's own configuration and values have against a known subcommand; null when nothing. */
export function refuseGit(command: SimpleCommand, git: GitUse, read: FlagsRead, facts: Facts): string | null {
  if (command.cwd === null) return 'the folder it runs in cannot be known';
  const moves = git.globals.flags.flatMap(({ name, value }) => (name === '-C' && value !== null ? [value] : []));
  // Each further -C starts from the one before, so that `..` could lead out again.
  if (moves.length > 1 || !moves.every((folder) => leadsInside(folder, command.cwd, facts))) {
    return 'git -C is read-only only with one folder inside the workspace';
  }
  const key = findExecKey(facts.gitExec, keyNames(git, read));
  return key === null ? refuseGitValues(read) : refusal(key);
}

/** Subcommands of the preset are judged by every key; `status -v` shows a diff and runs textconv for it (git 2.39). */
function keyNames({ subcommand, isDefault }: GitUse, read: FlagsRead): readonly string[] {
  if (!isDefault) return ['added'];
  return subcommand === 'status' && has(read, '-v') ? ['status', 'diff'] : [subcommand];
}

const refusal = (key: string): string =>
  key.startsWith('(')
    ? `git could run a program here: the repository is ${REPOSITORY[key] ?? key}`
    : `the repository's configuration sets ${key}, by which git runs a program`;

const REPOSITORY: Readonly<Record<string, string>> = {
  '(unreadable)': 'configured by a file that cannot be read',
  '(embedded-bare)': 'a bare one, embedded in another folder',
  '(split-index)': 'kept with a split index, which reading writes',
};

/** git subcommands a user added: every key counts, and an alias where the subcommand is not git's own. */
export function refuseAddedGit(command: SimpleCommand, facts: Facts): string | null {
  if (command.cwd === null) return 'the folder it runs in cannot be known';
  const key = findExecKey(facts.gitExec, ['added']);
  if (key !== null) return refusal(key);
  const verb = textOf(command.words.slice(1).find((word) => !textOf(word).startsWith('-')));
  const alias = facts.gitExec.find((name) => name.startsWith('alias.'));
  return alias === undefined || GIT_SUBCOMMANDS.has(verb) ? null : refusal(alias);
}

/** git's own subcommands (`git --list-cmds=main` of 2.39, without the plumbing nobody adds): no alias replaces them. */
const GIT_SUBCOMMANDS: ReadonlySet<string> = new Set(
  (
    'add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore check-mailmap ' +
    'check-ref-format checkout cherry cherry-pick clean clone commit commit-tree config count-objects describe diff ' +
    'diff-files diff-index diff-tree fetch for-each-ref format-patch fsck gc get-tar-commit-id grep hash-object help ' +
    'init log ls-files ls-remote ls-tree merge merge-base merge-file merge-tree mv name-rev notes pack-refs ' +
    'patch-id prune pull push range-diff read-tree rebase reflog remote repack replace request-pull rerere reset ' +
    'restore rev-list rev-parse revert rm shortlog show show-branch show-index show-ref sparse-checkout stash status ' +
    'stripspace submodule switch symbolic-ref tag update-index update-ref var verify-commit verify-pack verify-tag ' +
    'version whatchanged worktree write-tree'
  ).split(' '),
);
