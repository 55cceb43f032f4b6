import { mergeScalar, SCALARS } from '../../policy/config/settings.ts';
import { refOf, type PolicySource } from '../../policy/config/source.ts';
import type { PolicyFault } from '../../vocab/policy.ts';

/** How skills are used and learned. */
export interface SkillSettings {
  readonly enabled: boolean;
  /** As written, the first one first. */
  readonly paths: readonly string[];
  readonly includeBuiltin: boolean;
  readonly autoDistill: boolean;
  /** Of the index in every request, counted as UTF-8 bytes / 4. */
  readonly indexTokens: number;
  /** `<provider>:<name>` of the model that makes skills out of turns; null: the one that answered. */
  readonly distillModel: string | null;
  /** The model that reviews turns; null: the session's. */
  readonly reviewModel: string | null;
  /** From so many calls on something is learned of a turn. */
  readonly distillThreshold: number;
}

const THRESHOLD = 'BAILIWICK_DISTILL_TOOL_THRESHOLD';
const DEFAULT_THRESHOLD = 5;

export function mergeSkills(
  sources: readonly PolicySource[],
  env: Readonly<Record<string, string | undefined>>,
  warn: (warning: PolicyFault) => void,
): SkillSettings {
  const value = <T>(key: Parameters<typeof mergeScalar<T>>[0]): T => mergeScalar(key, sources, warn).value;
  return {
    enabled: value(SCALARS.skillsEnabled),
    paths: mergeScalar(SCALARS.skillPaths, sources.filter(isHeard(warn)), warn).value,
    includeBuiltin: value(SCALARS.includeBuiltin),
    autoDistill: value(SCALARS.autoDistill),
    indexTokens: value(SCALARS.indexTokens),
    distillModel: value(SCALARS.distillModel),
    reviewModel: value(SCALARS.reviewModel),
    distillThreshold: readThreshold(env[THRESHOLD], warn),
  };
}

/** A project nobody trusts does not say where instructions are read from. */
const isHeard =
  (warn: (warning: PolicyFault) => void) =>
  (source: PolicySource): boolean => {
    if (source.layer !== 'project' || source.trusted || source.config.skills?.paths === undefined) return true;
    const { file, line } = refOf(source, ['skills', 'paths']);
    const message = 'skills.paths counts only in a trusted project.';
    warn({ file, line, message, hint: 'look at the project, then run: bailiwick trust' });
    return false;
  };

function readThreshold(given: string | undefined, warn: (warning: PolicyFault) => void): number {
  if (given === undefined || given === '') return DEFAULT_THRESHOLD;
  if (/^[1-9][0-9]{0,5}$/.test(given)) return Number(given);
  const message = `${THRESHOLD} must be a whole number from 1 to 999999, not ${JSON.stringify(given)}.`;
  warn({ file: 'the environment', line: null, message, hint: `${DEFAULT_THRESHOLD} counts instead` });
  return DEFAULT_THRESHOLD;
}
