import { resolvePath } from '../../base/path.ts';
import { matchesWildcard } from '../../base/wildcard.ts';
import { readShellLine } from '../../shell/read.ts';
import type { Call } from '../../vocab/call.ts';
import type { DangerClass } from '../../vocab/danger.ts';
import type { Danger, Facts } from '../../vocab/facts.ts';
import type { Policy, Rule } from '../../vocab/policy.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { EDIT_TOOLS, isToolName, SEVERAL_FILES_TOOLS, takesPaths, TOOLS } from '../../vocab/tool-names.ts';
import { classesOfWrite } from '../danger/places.ts';
import { isSecretPath } from '../secrets.ts';
import { matchesText, meetsStrictly } from './words.ts';

type Where = Pick<Facts, 'home' | 'workspace'>;

/**
 * The rules that speak of a tool and have not expired. What `write` forbids or asks about holds for every tool that
 * changes files, what `edit` does for those that edit several at once.
 */
export const rulesFor = (tool: string, policy: Policy, now: number): readonly Rule[] =>
  policy.rules
    .filter(
      (rule) =>
        (rule.expires === null || rule.expires >= now) &&
        (matchesWildcard(rule.tool, tool) || (rule.action !== 'allow' && isKin(rule, tool))),
    )
    .map((rule) => (rule.key !== null && isSubject(rule.key, tool) ? { ...rule, key: null } : rule));

/** `write path=src/*` is `write src/*`: looked at as the subject is, not as the text was written. */
const isSubject = (key: string, tool: string): boolean =>
  (isToolName(tool) && TOOLS[tool].subject === key) || (key === 'path' && takesPaths(tool));

const isKin = (rule: Rule, tool: string): boolean =>
  (EDIT_TOOLS.includes(tool) && matchesWildcard(rule.tool, 'write')) ||
  (SEVERAL_FILES_TOOLS.includes(tool) && matchesWildcard(rule.tool, 'edit'));

/**
 * The rules that commands of a line meet: those of `shell`; for a call of `git` also its own, which leave out the head;
 * for text typed into a shell its own, and what the rules of the shell ask about or deny.
 */
export function lineRulesFor(tool: string, policy: Policy, now: number): readonly Rule[] {
  const shell = rulesFor('shell', policy, now).filter(speaksOfLine);
  if (tool === 'shell') return shell;
  if (tool !== 'git') {
    const typed = rulesFor(tool, policy, now).filter(speaksOfLine);
    return [...typed, ...shell.filter((rule) => rule.action !== 'allow' && !typed.includes(rule))];
  }
  const own = rulesFor('git', policy, now).filter((rule) => speaksOfLine(rule) && !matchesWildcard(rule.tool, 'shell'));
  return [...shell, ...own.map(toLineRule)];
}

const speaksOfLine = ({ key }: Rule): boolean => key === null;

/** A rule of the tool `git` as one about the line that does the same. */
function toLineRule(rule: Rule): Rule {
  const withHead = (pattern: string): string => `git ${pattern}`;
  return { ...rule, tool: 'shell', argument: withHead(rule.argument ?? '*'), except: rule.except.map(withHead) };
}

/**
 * The deny and ask rules that look at another argument of a call whose line is judged (`shell background=true`). An
 * allow rule of that kind says nothing of the line.
 */
export const sideRulesFor = (call: Call, facts: Facts, policy: Policy): readonly Rule[] =>
  rulesFor(call.tool, policy, facts.now).filter(
    (rule) => rule.key !== null && rule.action !== 'allow' && matchesCall(rule, call, facts),
  );

/** How much of a pattern is spelled out in front of its first `*`: the longer speaks more exactly. */
export const literalLength = (rule: Rule): number => (rule.argument === null ? 0 : literalOf(rule.argument).length + 1);

const literalOf = (pattern: string): string => pattern.replace(/\*.*$/s, '');

/** Whether a deny or ask rule meets a command, seen as widely as it may be meant. */
export const meetsCommand = (rule: Pick<Rule, 'argument' | 'except'>, command: SimpleCommand): boolean =>
  (rule.argument === null || meetsStrictly(rule.argument, command)) && !isSpared(rule, command);

/** `except` takes away from a deny or ask only what is exactly as written. */
const isSpared = (rule: Pick<Rule, 'except'>, command: SimpleCommand): boolean =>
  isConstant(command) && rule.except.some((pattern) => matchesText(pattern, textOf(command)));

/** From an allow it takes away whatever it may mean. */
const isExcepted = (rule: Rule, command: SimpleCommand): boolean =>
  rule.except.some((pattern) => meetsStrictly(pattern, command));

const textOf = (command: SimpleCommand): string => command.words.map(({ value }) => value).join(' ');

/** Nothing that is not known, nothing in front, a head that is written out. */
const isConstant = (command: SimpleCommand): boolean =>
  command.assignments.length === 0 && command.words.every(({ value }) => value !== null) && hasConstantHead(command);

const hasConstantHead = (command: SimpleCommand): boolean =>
  command.words[0] !== undefined && command.words[0].value !== null && command.words[0].features.length === 0;

/**
 * Whether an allow rule covers a command of a line: as written, with a constant head, no assignment in front, nothing in
 * the background; a danger class only where the rule names it (POLICY 5).
 */
export const coversCommand = (rule: Rule, command: SimpleCommand, dangers: readonly Danger[], facts: Facts): boolean =>
  coversWords(rule, command) && dangers.every((danger) => coversDanger(rule, danger, facts));

function coversWords(rule: Rule, command: SimpleCommand): boolean {
  if (command.place.background || command.assignments.length > 0 || !hasConstantHead(command)) return false;
  return matchesAllowed(rule, command) && !isExcepted(rule, command);
}

/** As written; a word that is not known fits only where the pattern has a `*` of its own. */
function matchesAllowed(rule: Rule, command: SimpleCommand): boolean {
  if (rule.argument === null) return true;
  if (command.words.every(({ value }) => value !== null)) return matchesText(rule.argument, textOf(command));
  const tokens = rule.argument.split(/\s+/).filter((token) => token !== '');
  const last = tokens.at(-1);
  const fixed = last === '*' ? tokens.slice(0, -1) : tokens;
  if (last !== '*' || fixed.some((token) => token.includes('*'))) return false;
  return fixed.every((token, i) => command.words[i]?.value === token);
}

/** The long form names the class; otherwise the pattern's literal part names the danger's own words or its place. */
export function coversDanger(rule: Rule, danger: Danger, facts: Facts): boolean {
  if (rule.danger.includes(danger.class)) return true;
  if (rule.argument === null) return false;
  const named = literalOf(rule.argument)
    .split(/\s+/)
    .filter((token) => token !== '');
  if (danger.paths.length > 0) {
    const places = rule.tool === 'shell' ? named.slice(1) : [literalOf(rule.argument)];
    return danger.paths.every((path) => places.some((place) => namesPlace(place, path, danger.class, facts)));
  }
  // `shell sudo *` names a program, not what is dangerous in it.
  const isWide = named.length < 2 && rule.argument.includes('*');
  return !isWide && danger.words.length > 0 && danger.words.every((word) => named.includes(word));
}

/** The beginning of a path that a rule spells out: the very place, or a part of the kind of places that are meant. */
function namesPlace(written: string, path: string, danger: DangerClass, facts: Facts): boolean {
  if (written === '') return false;
  const place = resolvePath(facts.cwd, written.replace(/^~(?=\/|$)/, facts.home));
  if (place === path) return true;
  const inside = `${place}${written.endsWith('/') ? '/' : ''}x`;
  return isSameKind(inside, danger, facts) && path.startsWith(place) && !isWholeRoot(place, facts);
}

function isSameKind(path: string, danger: DangerClass, facts: Facts): boolean {
  if (danger === 'recursive-delete-outside') return true;
  return danger === 'secret-read' ? isSecretPath(path, facts) : classesOfWrite(path, facts).includes(danger);
}

const isWholeRoot = (place: string, { home, workspace }: Where): boolean =>
  place === '/' || place === home || place === workspace;

/** Whether a rule for paths gives one of these; `*` crosses `/`, `~` and relative patterns are expanded. */
export function matchesPath(pattern: string, path: string, where: Where): boolean {
  if (pattern.startsWith('*')) return matchesWildcard(pattern, path);
  const expanded = pattern.replace(/^~(?=\/|$)/, where.home);
  const absolute = resolvePath(where.workspace, expanded);
  const whole = expanded.endsWith('/') ? `${absolute}/` : absolute;
  return matchesText(whole, path) || (whole.endsWith('/*') && path === whole.slice(0, -2));
}

/** The paths, or the text, that a rule looks at in a call of a tool other than shell. */
interface Subject {
  readonly isPath: boolean;
  readonly given: readonly string[];
}

function subjectOf(rule: Rule, call: Call, facts: Facts): Subject | null {
  if (rule.key !== null) {
    const value = call.input[rule.key];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? { isPath: false, given: [String(value)] }
      : null;
  }
  if (!takesPaths(call.tool)) return { isPath: false, given: [facts.tool.subject] };
  const given = facts.paths.flatMap(({ absolute, real }) =>
    real === null || real === absolute ? [absolute] : [absolute, real],
  );
  return { isPath: true, given };
}

const matchesSubject = (pattern: string, subject: Subject, every: boolean, facts: Facts): boolean => {
  const one = (text: string): boolean =>
    subject.isPath ? matchesPath(pattern, text, facts) : matchesText(pattern, text);
  return every ? subject.given.length > 0 && subject.given.every(one) : subject.given.some(one);
};

/** A deny or ask rule meets a call when either form of its path matches; an allow rule needs all of them. */
export function matchesCall(rule: Rule, call: Call, facts: Facts): boolean {
  if (rule.argument === null) return true;
  const subject = subjectOf(rule, call, facts);
  if (subject === null) return false;
  const allows = rule.action === 'allow';
  if (!matchesSubject(rule.argument, subject, allows, facts)) return false;
  return !rule.except.some((pattern) => matchesSubject(pattern, subject, !allows, facts));
}

/** Whether a rule of another tool (`write`) meets a path that a shell line changes; every form for an allow rule. */
export function matchesPlaces(rule: Rule, paths: readonly string[], facts: Facts): boolean {
  if (rule.key !== null) return false;
  if (rule.argument === null) return true;
  const allows = rule.action === 'allow';
  const subject: Subject = { isPath: true, given: paths };
  if (!matchesSubject(rule.argument, subject, allows, facts)) return false;
  return !rule.except.some((pattern) => matchesSubject(pattern, subject, !allows, facts));
}

const NOWHERE = { cwd: '/workspace', home: '/home/user' };

/** Whether a rule matches one of its own examples, given as the tool's subject; run when the rule is loaded. */
export function ruleMatchesExample(rule: Rule, example: string, tool: string): boolean {
  const isSide = rule.key !== null && !isSubject(rule.key, tool);
  if (!isSide && isLineTool(tool)) {
    return tool === 'git' ? matchesLine(toLineRule(rule), `git ${example}`) : matchesLine(rule, example);
  }
  const where = { home: NOWHERE.home, workspace: NOWHERE.cwd };
  const isPath = !isSide && takesPaths(tool);
  const text = isPath ? resolvePath(where.workspace, example.replace(/^~(?=\/|$)/, where.home)) : example;
  const one = (pattern: string): boolean => (isPath ? matchesPath(pattern, text, where) : matchesText(pattern, text));
  return rule.argument === null || (one(rule.argument) && !rule.except.some(one));
}

const isLineTool = (tool: string): boolean => ['shell', 'shell_input', 'git'].includes(tool);

/** An allow rule matches a line that it lets through alone, but for what is dangerous in it. */
function matchesLine(rule: Rule, example: string): boolean {
  const line = readShellLine(example, { ...NOWHERE, env: { HOME: NOWHERE.home } });
  const { commands } = line;
  if (rule.action !== 'allow')
    return commands.some((command) => command.words.length > 0 && meetsCommand(rule, command));
  return (
    line.kind === 'line' &&
    commands.length > 0 &&
    commands.every((command) => coversWords(rule, command) && !writesFile(command))
  );
}

const writesFile = ({ redirects }: SimpleCommand): boolean =>
  redirects.some(({ writes, copies, target }) => writes && !copies && target?.value !== '/dev/null');
