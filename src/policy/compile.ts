import { digestOf } from '../base/digest.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { toCanonicalJson } from '../base/canonical-json.ts';
import type { Policy, PolicyFault, Rule } from '../vocab/policy.ts';
import { parseRule, type ExampleMatcher } from './rules/parse-rule.ts';
import { LISTS, mergeList, mergeScalar, mergeTools, SCALARS } from './config/settings.ts';
import { refOf, type PolicySource } from './config/source.ts';

/**
 * Puts the layers together and checks every rule. `sources` stand in the order system, user, rules, project, session;
 * of one layer the later counts as the nearer. `warn` is told what has no effect; faults refuse the whole.
 */
export function compilePolicy(
  sources: readonly PolicySource[],
  matches: ExampleMatcher,
  warn: (warning: PolicyFault) => void = () => undefined,
): Result<Policy, readonly PolicyFault[]> {
  const rules: Rule[] = [];
  const faults: PolicyFault[] = [];
  for (const entry of sources.flatMap(toEntries)) {
    const parsed = parseRule(entry, matches);
    if (!parsed.ok) faults.push(...parsed.error);
    else if (entry.trusted || parsed.value.action !== 'allow') rules.push(Object.freeze(parsed.value));
    else warn(notTrusted(parsed.value));
  }
  if (faults.length > 0) return fail(faults);
  const content = { rules, ...mergeSettings(sources, warn) };
  return ok(Object.freeze({ ...content, digest: digestPolicy(content) }));
}

const toEntries = (source: PolicySource) =>
  Object.entries(source.config.permissions ?? {}).map(([pattern, value]) => ({
    pattern,
    value,
    source: refOf(source, ['permissions', pattern]),
    trusted: source.trusted,
  }));

const notTrusted = (rule: Rule): PolicyFault => ({
  file: rule.file,
  line: rule.line,
  message: `Rule "${rule.text}" allows something, and this project is not trusted: it has no effect.`,
  hint: 'look at the file, then run bailiwick trust; ask and deny rules of the project hold',
});

type Content = Omit<Policy, 'digest'>;

function mergeSettings(sources: readonly PolicySource[], warn: (warning: PolicyFault) => void): Omit<Content, 'rules'> {
  const toWords = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
  return {
    confirmPolicy: mergeScalar(SCALARS.confirmPolicy, sources, warn).value,
    allowlist: mergeList(LISTS.allowlist, sources, warn)
      .map(({ value, source }) => ({ words: toWords(value), source }))
      .filter(({ words }) => words.length > 0),
    approvalsMode: mergeScalar(SCALARS.approvalsMode, sources, warn).value,
    autoAllowReadonly: mergeScalar(SCALARS.autoAllowReadonly, sources, warn).value,
    readonlyCommands: mergeList(LISTS.readonlyCommands, sources, warn)
      .map(({ value }) => toWords(value))
      .filter((words) => words.length > 0),
    readonlyPresets: mergeList(LISTS.readonlyPresets, sources, warn).map(({ value }) => value),
    workspaceStrict: mergeScalar(SCALARS.workspaceStrict, sources, warn).value,
    askRulesHoldInYolo: mergeScalar(SCALARS.askRulesHoldInYolo, sources, warn).value,
    taint: mergeScalar(SCALARS.taint, sources, warn).value,
    toolsOff: mergeTools(sources, warn)
      .filter(({ value }) => !value)
      .map(({ name }) => name),
  };
}

/** Over what the policy says, not over where it stands: a moved line or another order is the same policy. */
function digestPolicy(content: Content): string {
  return digestOf({
    ...content,
    rules: toSet(content.rules.map((rule) => ({ ...rule, file: null, line: null }))),
    allowlist: toSet(content.allowlist.map(({ words }) => words)),
    readonlyCommands: toSet(content.readonlyCommands),
    readonlyPresets: toSet(content.readonlyPresets),
  });
}

const toSet = (items: readonly unknown[]): readonly string[] => items.map(toCanonicalJson).toSorted();
