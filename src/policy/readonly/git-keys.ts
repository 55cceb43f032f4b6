import { isFalse, type GitConfigEntry } from './git-config.ts';
import { asksForSignature } from './heads/git.ts';

type Subcommands = 'all' | 'added' | readonly string[];

interface ExecKey {
  /** Matched against the key as `Facts.gitExec` holds it: lower case, for formats with `=%g` behind it. */
  readonly pattern: RegExp;
  /** The subcommands that can run a program by it; `added`: none of ours, but one that a user added may. */
  readonly subcommands: Subcommands;
}

const TREE_READERS = ['status', 'diff', 'blame'] as const;
const DIFF_PRINTERS = ['diff', 'log', 'show', 'blame'] as const;

/** POLICY 6: by which keys of a repository's own configuration which subcommand can run a program. */
const EXEC_KEYS: readonly ExecKey[] = [
  { pattern: /^\((?:unreadable|embedded-bare)\)$/, subcommands: 'all' },
  { pattern: /^\(split-index\)$/, subcommands: TREE_READERS },
  { pattern: /^core\.fsmonitor$/, subcommands: 'all' },
  { pattern: /^remote\..*\.promisor$/s, subcommands: 'all' },
  { pattern: /^extensions\.partialclone$/, subcommands: 'all' },
  { pattern: /^filter\..*\.(?:clean|process)$/s, subcommands: TREE_READERS },
  { pattern: /^diff\.external$/, subcommands: DIFF_PRINTERS },
  { pattern: /^diff\..*\.(?:command|textconv)$/s, subcommands: DIFF_PRINTERS },
  { pattern: /^log\.(?:showsignature|diffmerges)$/, subcommands: ['log', 'show'] },
  { pattern: /^merge\..*\.driver$/s, subcommands: ['log', 'show'] },
  { pattern: /^(?:format\.pretty|pretty\..*)=%g$/s, subcommands: ['log', 'show'] },
  // Sorting by signature starts gpg (git 2.43 and later); the summary of submodules is a shell script of git's own.
  { pattern: /^branch\.sort=%g$/, subcommands: ['branch'] },
  { pattern: /^tag\.sort=%g$/, subcommands: 'added' },
  { pattern: /^status\.submodulesummary$/, subcommands: ['status'] },
  { pattern: /^filter\..*\.smudge$/s, subcommands: 'added' },
  { pattern: /^core\.(?:sshcommand|gitproxy|askpass|editor|alternaterefscommand)$/, subcommands: 'added' },
  { pattern: /^credential\.(?:.*\.)?helper$/s, subcommands: 'added' },
  { pattern: /^gpg\.(?:.*\.)?program$/s, subcommands: 'added' },
  { pattern: /^remote\..*\.(?:uploadpack|receivepack|vcs)$/s, subcommands: 'added' },
  { pattern: /^(?:difftool|mergetool|tar)\..*\.(?:cmd|command)$/s, subcommands: 'added' },
  { pattern: /^(?:interactive\.difffilter|sequence\.editor)$/, subcommands: 'added' },
  { pattern: /^alias\./, subcommands: [] },
];

/** The key as `Facts.gitExec` names it when it could run a program for some subcommand, else null. */
export function toExecKey({ key, value }: GitConfigEntry): string | null {
  const lower = key.toLowerCase();
  if (/^(?:format\.pretty|pretty\..*|(?:branch|tag)\.sort)$/s.test(lower)) {
    return value !== null && asksForSignature(value) ? `${lower}=%g` : null;
  }
  if (!EXEC_KEYS.some(({ pattern }) => pattern.test(lower))) return null;
  const isSwitch = /^core\.fsmonitor$|^log\.showsignature$|^remote\..*\.promisor$|^status\.submodulesummary$/s.test(
    lower,
  );
  return isSwitch && isFalse(value) ? null : lower;
}

/** The first key by which one of these subcommands could run a program; `added` stands for one that a user added. */
export function findExecKey(gitExec: readonly string[], subcommands: readonly string[]): string | null {
  const counts = (key: string): boolean => {
    const meant = EXEC_KEYS.find(({ pattern }) => pattern.test(key))?.subcommands ?? 'all';
    if (meant === 'all') return true;
    if (subcommands.includes('added')) return meant === 'added' || meant.length > 0;
    return meant !== 'added' && meant.some((name) => subcommands.includes(name));
  };
  return gitExec.find(counts) ?? null;
}
