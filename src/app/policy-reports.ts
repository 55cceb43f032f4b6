import { join } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Result } from '../base/result.ts';
import { findFlips, parseCases, runCases, type Judge } from '../policy/report/cases.ts';
import { compilePolicy } from '../policy/compile.ts';
import { diffPolicies, type PolicySide } from '../policy/report/diff.ts';
import { lintPolicy } from '../policy/report/lint.ts';
import type { ExampleMatcher } from '../policy/rules/parse-rule.ts';
import { showRules, showSettings } from '../policy/report/show.ts';
import { DANGER_CLASSES } from '../vocab/danger.ts';
import type { CaseOutcome, Finding, Flip, PolicyCase, PolicyChange, ShownValue } from '../vocab/policy-report.ts';
import type { Policy, PolicyFault } from '../vocab/policy.ts';
import { loadConfig, toConfigFault, type AppConfig, type World } from './load-config.ts';

/** What the reports need of the judge; given in, so that they can be tried without one. */
export interface JudgePort {
  readonly matches: ExampleMatcher;
  /** A judge that answers under this policy in the workspace of this configuration. */
  readonly openJudge: (config: AppConfig, policy: Policy) => Promise<Judge>;
}

/** What an operator can ask about a policy. Everything that is wrong with a file is thrown as one Fault. */
export interface PolicyReports {
  show(): Promise<PolicyShown>;
  lint(): Promise<readonly Finding[]>;
  /** `file` null: `policy-tests.yml` in the agent's home. */
  test(file: string | null): Promise<readonly CaseOutcome[]>;
  /** Compares two files, each as if it were the user's only one; `cases` names a file of cases, or null. */
  diff(files: { readonly before: string; readonly after: string; readonly cases: string | null }): Promise<PolicyDiff>;
}

export interface PolicyShown {
  readonly digest: string;
  readonly files: readonly { readonly layer: string; readonly file: string }[];
  readonly settings: readonly ShownValue[];
  readonly rules: readonly ShownValue[];
  readonly dangerClasses: readonly { readonly class: string; readonly starred: boolean; readonly title: string }[];
  readonly warnings: readonly PolicyFault[];
}

export interface PolicyDiff {
  readonly changes: readonly PolicyChange[];
  /** Null when no cases were given. */
  readonly flips: readonly Flip[] | null;
}

/** The file of cases that `policy test` reads when none is named. */
export const CASES_FILE = 'policy-tests.yml';

export function createPolicyReports(world: World, judge: JudgePort): PolicyReports {
  const load = async (): Promise<AppConfig> => orThrow(await loadConfig(world, async () => judge.matches));
  return {
    async show() {
      const { policy, sources, warnings } = await load();
      return {
        digest: policy.digest,
        files: sources.map(({ layer, file }) => ({ layer, file })),
        settings: showSettings(sources),
        rules: showRules(policy),
        dangerClasses: Object.entries(DANGER_CLASSES).map(([name, about]) => ({ class: name, ...about })),
        warnings,
      };
    },
    async lint() {
      const { policy, sources, warnings, plugins: entries } = await load();
      const plugins = entries.filter(({ enabled }) => enabled).map(({ name }) => name);
      const ignored = warnings.map((warning) => ({ ...warning, level: 'warning' as const, code: 'no-effect' }));
      return [...ignored, ...lintPolicy(policy, sources, { now: Date.now(), plugins })];
    },
    async test(file) {
      const config = await load();
      const cases = await readCases(file ?? join(config.agentHome, CASES_FILE));
      return runCases(cases, await judge.openJudge(config, config.policy));
    },
    async diff({ before, after, cases }) {
      const old = await loadSide([before], world, judge.matches);
      const now = await loadSide([after], world, judge.matches);
      const changes = diffPolicies(old, now);
      if (cases === null) return { changes, flips: null };
      const config = await load();
      const flips = findFlips(
        await readCases(cases),
        await judge.openJudge(config, old.policy),
        await judge.openJudge(config, now.policy),
      );
      return { changes, flips };
    },
  };
}

function orThrow<T>(result: Result<T, readonly PolicyFault[]>): T {
  if (!result.ok) throw toConfigFault(result.error);
  return result.value;
}

/** The policy of these files, as if they were all that the user wrote; nothing else is read. */
export async function loadSide(files: readonly string[], world: World, matches: ExampleMatcher): Promise<PolicySide> {
  const { readSource } = await import('./config/read-source.ts');
  const sources = files.map((file) => orThrow(readSource('user', file, world)) ?? notThere(file));
  return { sources, policy: orThrow(compilePolicy(sources, matches)) };
}

async function readCases(file: string): Promise<readonly PolicyCase[]> {
  const { readText, readYaml } = await import('./config/read-source.ts');
  const text = readText(file);
  if (!text.ok) return orThrow({ ok: false, error: [text.error] });
  const { root, lines } = orThrow(readYaml(text.value ?? notThere(file), file));
  return orThrow(parseCases(root, { file, lines }));
}

function notThere(file: string): never {
  throw new Fault('not-found', `There is no file ${file}.`, { hint: 'name a file that exists' });
}
