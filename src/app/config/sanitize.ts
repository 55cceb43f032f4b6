import { nearest } from '../../base/text.ts';
import { LISTS, mergeList, mergeScalar, SCALARS } from '../../policy/config/settings.ts';
import { refOf, type PolicySource } from '../../policy/config/source.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import type { SanitizeSettings } from '../../vocab/sanitize.ts';

export const mergeSanitize = (
  sources: readonly PolicySource[],
  warn: (warning: PolicyFault) => void,
): SanitizeSettings => ({
  enabled: mergeScalar(SCALARS.sanitizeEnabled, sources, warn).value,
  mode: mergeScalar(SCALARS.sanitizeMode, sources, warn).value,
  minSeverity: mergeScalar(SCALARS.sanitizeMinSeverity, sources, warn).value,
  disabledPatterns: mergeList(LISTS.disabledPatterns, sources, warn).map(({ value }) => value),
  extraPatterns: mergeList(LISTS.extraPatterns, sources, warn).map(({ value }) => value),
});

/** Names that no pattern has, and patterns that cannot be read. The readers are loaded only where there is some. */
export async function checkSanitize(sources: readonly PolicySource[]): Promise<readonly PolicyFault[]> {
  const isNamed = sources.some(
    ({ config: { security } }) =>
      security?.sanitize?.disabled_patterns !== undefined || security?.sanitize?.extra_patterns !== undefined,
  );
  if (!isNamed) return [];
  const { MESSAGE_RULES } = await import('../../guard/scan/message-rules.ts');
  const builtIn = MESSAGE_RULES.map(({ id }) => id);
  const extra = sources.flatMap(({ config }) => LISTS.extraPatterns.pick(config) ?? []).map(({ name }) => name);
  const known = [...builtIn, ...extra];
  const unknown = sources.flatMap((source) =>
    (LISTS.disabledPatterns.pick(source.config) ?? []).flatMap((name, i) => {
      if (known.includes(name)) return [];
      const meant = nearest(name, known);
      const hint = meant === null ? 'docs/reference/scanner.md lists them' : `did you mean ${meant}?`;
      return [toFault(source, ['disabled_patterns', i], `there is no pattern ${name}.`, hint)];
    }),
  );
  return [...unknown, ...(await checkExtra(sources, builtIn))];
}

async function checkExtra(sources: readonly PolicySource[], taken: readonly string[]): Promise<readonly PolicyFault[]> {
  const { findPatternFault } = await import('../../guard/scan/extra-rules.ts');
  return sources.flatMap((source) =>
    (LISTS.extraPatterns.pick(source.config) ?? []).flatMap(({ name, pattern }, i) => {
      const own = ['extra_patterns', i] as const;
      const fault = findPatternFault(pattern);
      return [
        ...(taken.includes(name)
          ? [toFault(source, [...own, 'name'], `${name} is built in.`, 'choose another name')]
          : []),
        ...(fault === null ? [] : [toFault(source, [...own, 'pattern'], `no pattern of RE2 (${fault}).`, RE2_HINT)]),
      ];
    }),
  );
}

const RE2_HINT = 'RE2 has no look-around and no back references: https://github.com/google/re2/wiki/Syntax';

function toFault(source: PolicySource, path: readonly (string | number)[], message: string, hint: string): PolicyFault {
  const { file, line } = refOf(source, ['security', 'sanitize', ...path]);
  return { file, line, message: `security.sanitize.${path.join('.')}: ${message}`, hint };
}
