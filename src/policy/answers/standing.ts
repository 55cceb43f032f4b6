import { folderOf } from '../../base/path.ts';
import { toCanonicalJson } from '../../base/canonical-json.ts';
import type { Call } from '../../vocab/call.ts';
import { DANGER_CLASSES, type DangerClass } from '../../vocab/danger.ts';
import type { Decision } from '../../vocab/decision.ts';
import type { Danger, Facts } from '../../vocab/facts.ts';
import type { Redirect, SimpleCommand } from '../../vocab/shell-line.ts';
import { EDIT_TOOLS, isToolName, SEVERAL_FILES_TOOLS, TOOLS, isForeignToolName } from '../../vocab/tool-names.ts';
import { segmentIndexes } from '../segments.ts';
import { isWorkspaceEdit } from './grants.ts';

/** A rule as it would stand under `permissions:`. */
export interface StandingRule {
  readonly pattern: string;
  readonly action: 'allow' | 'deny';
  /** The danger classes an allow rule has to name. */
  readonly danger: readonly DangerClass[];
}

/** The answers that write rules into `rules.yml`. */
export type StandingAnswer = 'always_prefix' | 'always_command' | 'deny_always';

/** A call with what was known of it when it asked. */
export interface Asked {
  readonly call: Call;
  readonly facts: Facts;
  readonly dangers: readonly Danger[];
  /** Indexes of the commands of the line that ask. */
  readonly asking: readonly number[];
}

/** The rules that an answer would write; null where it may not be given (POLICY 7). */
export function standingRules(answer: StandingAnswer, asked: Asked): readonly StandingRule[] | null {
  if (answer === 'always_prefix') return prefixRule(asked);
  if (asked.facts.line === null && !hasSubject(asked.call)) return null;
  const rules = exactRules(asked, answer === 'deny_always' ? 'deny' : 'allow');
  if (rules === null || rules.length === 0) return null;
  const isStarred = asked.dangers.some((danger) => DANGER_CLASSES[danger.class].starred);
  return answer === 'always_command' && isStarred ? null : rules;
}

/** The commands of a line that a decision asks about. */
export const findAsking = (
  { segments }: Pick<Decision, 'segments'>,
  { line }: Pick<Facts, 'line'>,
): readonly number[] =>
  segmentIndexes(line?.commands ?? []).flatMap((at, i) => (segments[at]?.verdict === 'ask' ? [i] : []));

/** The answer's width in words: the rules it writes. */
export const standingWidth = (rules: readonly StandingRule[]): string =>
  `from now on, everywhere: ${rules.map(({ pattern, action }) => `${action} "${pattern}"`).join(', ')}`;

/** One rule for each command that asks and each file it would write; null where a part cannot be named by a rule. */
export function exactRules(asked: Asked, action: 'allow' | 'deny'): readonly StandingRule[] | null {
  const { call, facts, dangers, asking } = asked;
  const { line } = facts;
  const classesOf = (some: readonly Danger[]): readonly DangerClass[] =>
    action === 'deny' ? [] : [...new Set(some.map((danger) => danger.class))];
  if (line === null && SEVERAL_FILES_TOOLS.includes(call.tool) && facts.paths.length > 0) {
    const rules = facts.paths.map(({ absolute, real }) => ({
      pattern: `${call.tool} ${absolute}`,
      action,
      danger: classesOf(dangers.filter(({ paths }) => paths.some((path) => path === absolute || path === real))),
    }));
    return rules.every(isNamed) ? rules : null;
  }
  if (line === null) {
    const rule = { pattern: `${call.tool} ${subjectOf(asked)}`.trim(), action, danger: classesOf(dangers) };
    return isNamed(rule) ? [rule] : null;
  }
  if (line.kind !== 'line' || line.commands.length === 0) return null;
  const rules = line.commands
    .filter(({ index }) => asking.includes(index))
    .map((command) => {
      const own = rulesForCommand(command, call.tool === 'git' ? 'shell' : call.tool, facts);
      if (own === null) return null;
      // A deny speaks of the command; the files it would have written stay writable.
      const patterns = action === 'deny' ? own.slice(0, 1) : own;
      const danger = classesOf(dangers.filter((one) => one.command === command.index));
      return patterns.map((pattern) => ({ pattern, action, danger }));
    });
  const all = [...new Map(rules.flatMap((some) => some ?? []).map((rule) => [rule.pattern, rule])).values()];
  return rules.includes(null) || !all.every(isNamed) ? null : all;
}

/** A `*` in a pattern is any text, and a rule stands on one line. */
const isNamed = ({ pattern }: StandingRule): boolean => !/[*\n\r]/.test(pattern);

/** The patterns for a command as it is written, and for every file that it redirects to. */
function rulesForCommand(command: SimpleCommand, tool: string, facts: Facts): readonly string[] | null {
  const words = command.words.map(({ value }) => value);
  const files = command.redirects.filter(isFile).map(({ target }) => placeOf(target?.value ?? null, facts));
  const hasConstantHead = command.words[0] === undefined || command.words[0].features.length === 0;
  const isPlain = command.assignments.length === 0 && !command.place.background && hasConstantHead;
  if (!isPlain || words.includes(null) || files.includes(null)) return null;
  return [...(words.length === 0 ? [] : [`${tool} ${words.join(' ')}`]), ...files.map((file) => `write ${file}`)];
}

const isFile = ({ writes, copies, target }: Redirect): boolean => writes && !copies && target?.value !== '/dev/null';

/** Where a file of the line lies; null when it is not known, or more than one place is meant. */
function placeOf(given: string | null, { paths }: Facts): string | null {
  const places = new Set(paths.filter((path) => path.given === given).map(({ absolute }) => absolute));
  const [only = null] = places;
  return places.size === 1 ? only : null;
}

/** A rule's pattern can name it. */
const hasSubject = ({ tool, input }: Call): boolean =>
  isToolName(tool) && typeof input[TOOLS[tool].subject] === 'string';

function subjectOf({ call, facts }: Asked): string {
  const { tool, input } = call;
  const subject = isToolName(tool) ? input[TOOLS[tool].subject] : undefined;
  const [file] = facts.paths;
  if (isForeignToolName(tool) && facts.tool.subject !== '') return facts.tool.subject;
  if (EDIT_TOOLS.includes(tool) && file !== undefined && facts.paths.length === 1) return file.absolute;
  return typeof subject === 'string' ? subject : toCanonicalJson(input);
}

/**
 * How many words behind the head say what the command does; the prefix is those words and the head. A head that is not
 * here has no prefix: wrappers and interpreters would let anything through.
 */
const PREFIX_WORDS: Readonly<Record<string, number>> = {
  git: 1,
  npm: 1,
  pnpm: 1,
  yarn: 1,
  bun: 1,
  cargo: 1,
  go: 1,
  make: 1,
  just: 1,
  rake: 1,
  mvn: 1,
  gradle: 1,
  dotnet: 1,
  docker: 1,
  kubectl: 1,
  helm: 1,
  terraform: 1,
  gh: 2,
  glab: 2,
  pip: 1,
  poetry: 1,
  uv: 1,
  bundle: 1,
  composer: 1,
  brew: 1,
  apt: 1,
  systemctl: 1,
  cmake: 0,
  pytest: 0,
  tox: 0,
  ruff: 0,
  mypy: 0,
  black: 0,
  eslint: 0,
  prettier: 0,
  tsc: 0,
  jest: 0,
  vitest: 0,
  rspec: 0,
  rubocop: 0,
  phpunit: 0,
  ctest: 0,
  ninja: 0,
  mkdir: 0,
  touch: 0,
};

/** Verbs whose next word names the script or the sub-verb. */
const LONGER: Readonly<Record<string, readonly string[]>> = {
  npm: ['run', 'run-script'],
  pnpm: ['run'],
  yarn: ['run'],
  bun: ['run'],
  docker: ['compose'],
  git: ['stash', 'remote', 'worktree'],
};

/** Verbs that run whatever stands behind them. */
const RUNNING: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x', 'explore'],
  pnpm: ['exec', 'dlx', 'x'],
  yarn: ['exec', 'dlx', 'node'],
  bun: ['x', 'exec'],
  docker: ['run', 'exec', 'create', 'container'],
  kubectl: ['exec', 'run', 'debug'],
  poetry: ['run'],
  uv: ['run', 'tool', 'x'],
  bundle: ['exec'],
  git: ['submodule', 'bisect', 'rebase', 'filter-branch', 'config', '-c'],
  go: ['run', 'generate'],
  cargo: ['run', 'install'],
  composer: ['exec', 'run'],
  brew: ['sh'],
  dotnet: ['run', 'exec'],
};

function prefixRule({ call, facts, dangers, asking }: Asked): readonly StandingRule[] | null {
  if (dangers.length > 0) return null;
  const { line } = facts;
  if (line === null) {
    const [file] = facts.paths;
    if (file === undefined || facts.paths.length > 1 || !isWorkspaceEdit(call, facts, dangers)) return null;
    const pattern = `${call.tool} ${folderOf(file.absolute)}/*`;
    return pattern.slice(0, -1).includes('*') ? null : [{ pattern, action: 'allow', danger: [] }];
  }
  if (line.kind !== 'line' || asking.length !== 1 || call.tool !== 'shell') return null;
  const command = line.commands.find(({ index }) => asking.includes(index));
  const prefix = command === undefined ? null : prefixOf(command, facts);
  return prefix === null ? null : [{ pattern: `shell ${prefix} *`, action: 'allow', danger: [] }];
}

/** Head and verb, all written out; null where the table knows none or the command does more than run. */
function prefixOf(command: SimpleCommand, facts: Facts): string | null {
  if (rulesForCommand(command, 'shell', facts)?.length !== 1) return null;
  const words = command.words.map(({ value }) => String(value)); // all known, or there were no patterns
  const [head = '', verb = ''] = words;
  const own = Object.hasOwn(PREFIX_WORDS, head) ? PREFIX_WORDS[head] : undefined;
  if (own === undefined || RUNNING[head]?.includes(verb) === true) return null;
  const count = 1 + own + (LONGER[head]?.includes(verb) === true ? 1 : 0);
  const prefix = words.slice(0, count);
  const isPlain = prefix.length === count && prefix.every((word, i) => i === 0 || /^[\w][\w:./@-]*$/.test(word));
  return isPlain ? prefix.join(' ') : null;
}
