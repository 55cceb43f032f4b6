import { fail, ok, type Result } from '../../base/result.ts';
import { nearest } from '../../base/text.ts';
import { matchesWildcard } from '../../base/wildcard.ts';
import type { LongRule } from '../../vocab/config.ts';
import type { Verdict } from '../../vocab/decision.ts';
import type { LayerName, PolicyFault, Rule, SourceRef } from '../../vocab/policy.ts';
import { isForeignToolName, isToolName, TOOLS } from '../../vocab/tool-names.ts';

/** Whether the rule matches this text as the tool's subject; given in, so that reading rules needs no shell parser. */
export type ExampleMatcher = (rule: Rule, example: string, tool: string) => boolean;

/** One entry of `permissions:` as written. */
export interface RuleEntry {
  readonly pattern: string;
  readonly value: Verdict | LongRule;
  readonly source: SourceRef;
}

/** The parts of a pattern `<tool> [<key>=]<argument pattern>`. */
export interface RulePattern {
  readonly tool: string;
  readonly argument: string | null;
  readonly key: string | null;
}

/** What the system and user files may say and others may not. */
const MAY_HOLD_IN_TAINT: readonly LayerName[] = ['system', 'user', 'session'];

/** One checked rule, or everything that is wrong with it. */
export function parseRule(entry: RuleEntry, matches: ExampleMatcher): Result<Rule, readonly PolicyFault[]> {
  const { pattern, source } = entry;
  const long: LongRule = typeof entry.value === 'string' ? { action: entry.value } : entry.value;
  const refuse = (message: string, hint: string): PolicyFault => ({
    file: source.file,
    line: source.line,
    message: `Rule "${pattern}": ${message}`,
    hint,
  });
  const { tool, argument, key } = parsePattern(pattern);
  const expires = long.expires === undefined ? null : parseExpiry(long.expires);
  const faults = [...checkTool(tool, refuse), ...checkLong(long, source.layer, refuse)];
  if (Number.isNaN(expires)) faults.push(refuse(`"${long.expires}" is no date.`, 'write it as 2030-12-31'));
  const rule: Rule = {
    ...source,
    text: pattern,
    action: long.action,
    tool,
    argument,
    key,
    because: long.because ?? null,
    except: (long.except ?? []).map((text) => withoutTool(text, tool)),
    danger: long.danger ?? [],
    tainted: long.tainted ?? false,
    expires,
  };
  if (faults.length === 0) faults.push(...checkExamples(rule, long, matches, refuse));
  return faults.length === 0 ? ok(rule) : fail(faults);
}

/** Splits at the first run of blanks; `key=` is looked for where the tool's subject is not a command of its own. */
export function parsePattern(pattern: string): RulePattern {
  const trimmed = pattern.trim();
  const tool = trimmed.replace(/\s[^]*$/, '');
  const argument = trimmed.slice(tool.length).trimStart();
  if (argument === '') return { tool, argument: null, key: null };
  const takesCommand = isToolName(tool) && TOOLS[tool].subject === 'command';
  if (takesCommand || !/^[a-z][a-z0-9_]*=/.test(argument)) return { tool, argument, key: null };
  const at = argument.indexOf('=');
  return { tool, argument: argument.slice(at + 1), key: argument.slice(0, at) };
}

type Refuse = (message: string, hint: string) => PolicyFault;

function checkTool(tool: string, refuse: Refuse): PolicyFault[] {
  if (tool === '') return [refuse('it names no tool.', 'write `<tool> <pattern>`, such as `shell git *`')];
  if (isToolName(tool) || isForeignToolName(tool)) return [];
  const isWild = tool.includes('*');
  if (isWild && (tool.includes('__') || Object.keys(TOOLS).some((name) => matchesWildcard(tool, name)))) return [];
  const meant = nearest(tool, Object.keys(TOOLS));
  const hint = meant === null ? `for a shell command write \`shell ${tool} *\`` : `did you mean ${meant}?`;
  return [refuse(`there is no tool ${tool}.`, hint)];
}

function checkLong(long: LongRule, layer: LayerName, refuse: Refuse): readonly PolicyFault[] {
  const faults: PolicyFault[] = [];
  if (long.action !== 'allow' && long.danger !== undefined) {
    faults.push(refuse('danger widens an allow rule only.', 'leave danger out: ask and deny hold for every class'));
  }
  if (long.action !== 'allow' && long.tainted !== undefined) {
    faults.push(refuse('tainted widens an allow rule only.', 'leave tainted out: ask and deny hold in every turn'));
  }
  if (long.tainted === true && !MAY_HOLD_IN_TAINT.includes(layer)) {
    faults.push(refuse('tainted may not stand in this file.', 'put the rule into your own config.yml'));
  }
  return faults;
}

/** Epoch ms; NaN when it is no date. A plain date counts to its end in UTC. */
export function parseExpiry(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(text))
    return Number.NaN;
  const date = text.slice(0, 10);
  const day = Date.parse(`${date}T00:00:00Z`);
  // 2030-02-31 is read as the 3rd of March by some engines; only a day that reads back the same is one.
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return Number.NaN;
  return text === date ? day + 86_399_999 : Date.parse(text);
}

const withoutTool = (text: string, tool: string): string =>
  text.startsWith(`${tool} `) ? text.slice(tool.length).trim() : text.trim();

function checkExamples(rule: Rule, long: LongRule, matches: ExampleMatcher, refuse: Refuse): readonly PolicyFault[] {
  const tool = exampleTool(rule.tool);
  const wrong = (examples: readonly string[] | undefined, expected: boolean): readonly PolicyFault[] =>
    (examples ?? [])
      .filter((example) => matches(rule, example, tool) !== expected)
      .map((example) =>
        refuse(
          `it ${expected ? 'does not match' : 'matches'} its example "${example}".`,
          'mend the pattern or the example',
        ),
      );
  return [...wrong(long.match, true), ...wrong(long.not_match, false)];
}

/** The tool an example is tried with: the rule's own, for a tool part with `*` the shell or the first that fits. */
function exampleTool(tool: string): string {
  const fitting = Object.keys(TOOLS).filter((name) => matchesWildcard(tool, name));
  return fitting.includes('shell') ? 'shell' : (fitting[0] ?? tool);
}
