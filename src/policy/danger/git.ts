import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { asGit, headOf, nameOf, someFits, subcommandOf, valuesOf } from '../command-view.ts';
import { behind } from '../flags.ts';
import { NONE, type DangerCheck, type Found } from './found.ts';
import { beginningOf, fits, upTo } from '../../shell/words/word-text.ts';

interface GitCall {
  readonly verb: string | null;
  readonly args: readonly (string | null)[];
}

function gitCall(command: SimpleCommand): GitCall | null {
  const git = headOf(command) === 'git' ? command : asGit(command);
  if (git === null) return null;
  const { verb, rest } = subcommandOf(git);
  return { verb, args: rest.map(({ value }) => value) };
}

/** The arguments that are one of these flags: long ones by any beginning that git takes, short ones also in a cluster. */
function flagsIn(args: readonly (string | null)[], short: string, ...long: readonly string[]): readonly string[] {
  return upTo(args, (arg) => arg === '--').flatMap((arg) => {
    if (arg === null) return [];
    const written = arg.replace(/=.*$/s, '');
    const isLong = written.startsWith('--') && long.some((name) => name.startsWith(written));
    const isShort = /^-[a-zA-Z]+$/.test(arg) && [...short].some((letter) => arg.includes(letter));
    return isLong || isShort ? [arg] : [];
  });
}

const flagIn = (args: readonly (string | null)[], short: string, ...long: readonly string[]): string | null =>
  flagsIn(args, short, ...long)[0] ?? null;

export const findForcePush: DangerCheck = (command) => {
  const call = gitCall(command);
  if (call?.verb !== 'push') return NONE;
  const flags = flagsIn(
    call.args,
    'fd',
    '--force',
    '--force-with-lease',
    '--force-if-includes',
    '--mirror',
    '--delete',
    '--prune',
  );
  const refs = call.args.flatMap((arg) => (arg !== null && /^(\+|:.)/.test(arg) ? [arg] : []));
  const words = [...flags, ...refs];
  return words.length === 0
    ? NONE
    : [
        {
          class: 'git-force-push',
          because: `git push ${words[0]} overwrites or deletes on the remote`,
          words: ['push', ...words],
        },
      ];
};

const discard = (because: string, ...words: readonly string[]): readonly Found[] => [
  { class: 'git-discard', because, words },
];

export const findDiscard: DangerCheck = (command) => {
  const call = gitCall(command);
  if (call === null) return NONE;
  const { verb, args } = call;
  if (verb === 'reset') {
    const flag = flagIn(args, '', '--hard', '--merge');
    return flag === null ? NONE : discard(`git reset ${flag} throws uncommitted work away`, 'reset', flag);
  }
  if (verb === 'clean') {
    const flag = flagIn(args, 'f', '--force');
    return flag === null || flagIn(args, 'n', '--dry-run') !== null
      ? NONE
      : discard('git clean deletes files that git does not know', 'clean', flag);
  }
  if (verb === 'restore') {
    const staged = flagIn(args, 'S', '--staged') !== null && flagIn(args, 'W', '--worktree') === null;
    return staged ? NONE : discard('git restore throws uncommitted work away', 'restore');
  }
  if (verb === 'stash')
    return args[0] === 'drop' || args[0] === 'clear'
      ? discard(`git stash ${args[0]} deletes stashed work`, 'stash', args[0])
      : NONE;
  if (verb === 'switch') {
    const flag = flagIn(args, 'f', '--discard-changes', '--force');
    return flag === null ? NONE : discard('git switch with force throws uncommitted work away', 'switch', flag);
  }
  if (verb === 'worktree' && args[0] === 'remove') {
    const flag = flagIn(args, 'f', '--force');
    return flag === null ? NONE : discard('it deletes a worktree with its changes', 'worktree', 'remove', flag);
  }
  return verb === 'checkout' ? discardsByCheckout(args) : NONE;
};

const WHOLE_TREE: ReadonlySet<string | null> = new Set(['.', './', ':/', '*']);

function discardsByCheckout(args: readonly (string | null)[]): readonly Found[] {
  const flag = flagIn(args, 'f', '--force', '--ours', '--theirs', '--pathspec-from-file');
  if (flag !== null) return discard('git checkout with force throws uncommitted work away', 'checkout', flag);
  const marker = args.indexOf('--');
  const paths = marker !== -1 && marker < args.length - 1;
  const word = paths ? '--' : (args.find((arg) => WHOLE_TREE.has(arg)) ?? null);
  return word === null ? NONE : discard('git checkout of paths throws uncommitted work away', 'checkout', word);
}

export const findHistory: DangerCheck = (command) => {
  const call = gitCall(command);
  if (call === null) return NONE;
  const { verb, args } = call;
  const found = (because: string, ...words: readonly string[]): readonly Found[] => [
    { class: 'git-history', because, words },
  ];
  if (verb === 'branch') {
    const capital = flagIn(args, 'D');
    const plain = flagIn(args, 'd', '--delete');
    const force = flagIn(args, 'f', '--force');
    const flags = capital !== null ? [capital] : plain !== null && force !== null ? [plain, force] : null;
    if (flags !== null) return found('it deletes a branch whether or not it was merged', 'branch', ...flags);
  }
  if (verb === 'filter-branch' || verb === 'filter-repo') return found('it rewrites the history', verb);
  if (verb === 'reflog' && (args[0] === 'expire' || args[0] === 'delete'))
    return found('it deletes what undoes mistakes', 'reflog', args[0]);
  if (verb === 'update-ref') {
    const flag = flagIn(args, 'd', '--delete');
    return flag === null ? NONE : found('it deletes a reference', 'update-ref', flag);
  }
  const prune = verb === 'gc' ? args.find((arg) => arg !== null && /^--prune=(now|all)/.test(arg)) : undefined;
  return typeof prune === 'string' ? found('it deletes unreachable commits', 'gc', prune) : NONE;
};

/** Keys by which git runs a program; lower case, `*` for a name in the middle. */
const EXEC_KEYS =
  /^(core\.(fsmonitor|pager|editor|sshcommand|hookspath|askpass|gitproxy|alternaterefscommand|attributesfile|worktree)|diff\.external|diff\..*\.(command|textconv)|filter\..*\.(clean|smudge|process)|merge\..*\.driver|alias\..*|pager\..*|credential\.(.*\.)?helper|gpg\.program|gpg\..*\.program|gpg\.ssh\.defaultkeycommand|sequence\.editor|(diff|merge)tool\..*\.(cmd|path)|interactive\.difffilter|remote\..*\.(uploadpack|receivepack|vcs|proxy)|submodule\..*\.update|web\.browser|(browser|man)\..*\.(cmd|path)|uploadpack\.packobjectshook|init\.templatedir|include\.path|includeif\..*\.path|trailer\..*\.(cmd|command)|sendemail\..*|receive\.procreceiverefs|log\.showsignature|hook\..*\.command|tar\..*\.(command|remote)|instaweb\..*|guitool\..*\.cmd|gc\.recentobjectshook|imap\.tunnel|core\.bare|safe\.directory|protocol\..*\.allow)$/;

export const isExecKey = (key: string): boolean => EXEC_KEYS.test(key.toLowerCase());

/** Environment variables by which git runs a program. */
const EXEC_VARIABLES =
  /^GIT_(EXTERNAL_DIFF|SSH|SSH_COMMAND|PAGER|EDITOR|SEQUENCE_EDITOR|PROXY_COMMAND|ASKPASS|CONFIG.*|EXEC_PATH|TEMPLATE_DIR|DIR|WORK_TREE|ALTERNATE_OBJECT_DIRECTORIES)$/;

export const findExecConfig: DangerCheck = (command) => {
  const found = (what: string, ...words: readonly string[]): readonly Found[] => [
    { class: 'git-exec-config', because: `${what} makes git run a program`, words },
  ];
  if (/^(export|declare|typeset)$/.test(nameOf(command))) {
    const names = command.words.slice(1).flatMap((word) => /^(\w+)\+?=/.exec(beginningOf(word))?.[1] ?? []);
    const name = names.find((each) => EXEC_VARIABLES.test(each) && !/^GIT_(DIR|WORK_TREE|CONFIG_NOSYSTEM)$/.test(each));
    return name === undefined ? NONE : found(name);
  }
  if (headOf(command) !== 'git') return NONE;
  const variable = command.assignments.find(({ name }) => EXEC_VARIABLES.test(name));
  if (variable !== undefined) return found(variable.name);
  const { verb, rest, globals } = subcommandOf(command);
  const execPath = globals.flags.find(({ name, value }) => name === '--exec-path' && value !== null);
  if (execPath !== undefined) return found('--exec-path', '--exec-path');
  const given = [
    ...valuesOf(globals, '-c', '--config-env'),
    ...(verb === 'clone' || verb === 'init' ? cloneConfig(rest) : []),
  ];
  const template = verb === 'clone' || verb === 'init' ? rest.find((word) => isTemplate(beginningOf(word))) : undefined;
  if (template !== undefined) return found('--template', String(verb), '--template');
  const keys = given.map(settingKey);
  const acting = given.filter((_, i) => keys[i] == null || isExecKey(keys[i]));
  if (acting.length > 0) {
    const values = acting.flatMap(({ value }) => value ?? []);
    // A rule has to name each of them; one that is not known is named by none.
    const names = values.length === acting.length ? ['-c', ...values] : [];
    return found(acting.map(settingKey)[0] ?? 'a key that is not known', ...names);
  }
  return verb === 'config' ? setsExecKey(rest, found) : NONE;
};

/** A template brings hooks. */
const isTemplate = (text: string): boolean => text.length > 3 && '--template'.startsWith(text.replace(/=.*$/s, ''));

/** The key of `key=value`; null when it is not known whole. */
const settingKey = ({ value, prefix }: Word): string | null =>
  /^[^=]+/.exec(value ?? (prefix.includes('=') ? prefix : ''))?.[0] ?? null;

const cloneConfig = (rest: readonly Word[]): readonly Word[] =>
  rest.flatMap((word, i) => {
    const glued = /^(--config=|-c(?=.))/.exec(word.value ?? word.prefix)?.[0].length ?? 0;
    if (glued > 0) return [behind(word, glued)];
    return fits(rest[i - 1], /^(-c|--config)$/) ? [word] : [];
  });

const READS_CONFIG =
  /^(--get|--get-all|--get-regexp|--get-urlmatch|--get-color|--get-colorbool|--list|-l|--show-origin|--show-scope|--name-only|get|list)$/;

function setsExecKey(
  rest: readonly Word[],
  found: (what: string, ...words: readonly string[]) => readonly Found[],
): readonly Found[] {
  const args = rest.map(({ value }) => value);
  if (args.some((arg) => arg === '-e' || arg === '--edit' || arg === 'edit'))
    return found('editing the configuration', 'config', '--edit');
  if (someFits(args, /^(--unset|--unset-all|unset|--remove-section|remove-section)$/)) return NONE;
  const operands = rest
    .filter((word, i) => !fits(word, /^-/) && !fits(rest[i - 1], /^(-f|--file|--blob|--type|--default|-t)$/))
    .map(({ value }) => value);
  const [key = null, ...values] = operands[0] === 'set' ? operands.slice(1) : operands;
  const mayHoldBoth = rest.some(({ value, many }) => value === null && many);
  if ((values.length === 0 && !mayHoldBoth) || someFits(args, READS_CONFIG)) return NONE;
  if (key === null) return found('a key that is not known');
  return isExecKey(key) ? found(key, 'config', key) : NONE;
}
