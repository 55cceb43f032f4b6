import type { ShellLine, SimpleCommand, Unparsable } from '../../vocab/shell-line.ts';
import { textOf } from '../../shell/words/word-text.ts';

/** Builtins that set variables, options, aliases, traps or the paths of programs, or run text that can. */
const CHANGERS: ReadonlySet<string> = new Set(
  (
    'export declare typeset local readonly read mapfile readarray getopts let unset source . eval hash alias unalias ' +
    'shopt enable exec trap'
  ).split(' '),
);

/** `set -euo pipefail` changes when the shell gives up, not what names mean. */
const PLAIN_SETTING = /^[-+][eux]*o?$|^(?:errexit|nounset|xtrace|pipefail)$/;

/** Whether what stands behind a command in the same shell may be another program, or get another environment. */
export function changesNames({ words, assignments, redirects }: SimpleCommand): boolean {
  const [first, ...args] = words;
  if (first === undefined) return assignments.length > 0;
  const head = textOf(first);
  if (CHANGERS.has(head)) return true;
  if (head === 'set') return !args.every(({ value }) => value !== null && PLAIN_SETTING.test(value));
  if (head === 'printf') return args[0]?.value?.startsWith('-v') === true;
  if (head === 'wait') return args.some(({ value }) => value?.startsWith('-') === true && value.includes('p'));
  if (head === 'test' || head === '[') return args.some(({ value }) => value === '-v');
  return words.some(assigns) || redirects.some(({ target }) => target !== null && assigns(target));
}

/** `${PATH:=/tmp}`, `$((PATH=5))`; arithmetic may come upon an assignment in what a variable holds. */
const assigns = ({ features, text }: SimpleCommand['words'][number]): boolean =>
  features.length > 0 &&
  (features.includes('arithmetic') || (features.includes('parameter-operation') && /[=[]/.test(text)));

/** The variable of a loop, or an assignment between `((`, to a name as the environment has them. */
const SET_BY_GRAMMAR = /\b(?:for|select)\s+[A-Z_][A-Z0-9_]*\b|\(\([^)]*\b[A-Z_][A-Z0-9_]*\s*[-+*/%&|^<>]*=(?!=)/;

/**
 * Indexes of the commands of a line that run when a name may have changed, but for those that `spares` answers for.
 * Where a line does not go from front to back that is every command but the one that changes it.
 */
export function findBehindChange(
  line: ShellLine | Unparsable,
  spares: (command: SimpleCommand) => boolean = () => false,
): ReadonlySet<number> {
  const { commands, source } = line;
  const isPlain = line.kind === 'line' && line.beyondPlain === null;
  if (!isPlain && SET_BY_GRAMMAR.test(source)) return new Set(commands.map(({ index }) => index));
  const changers = commands.filter((command) => changesNames(command) && !spares(command));
  const [first] = changers;
  if (first === undefined) return NONE;
  const behind = commands.filter(
    (command) => command.index > first.index || (!isPlain && (changers.length > 1 || command.index !== first.index)),
  );
  return new Set(behind.map(({ index }) => index));
}

const NONE: ReadonlySet<number> = new Set();
