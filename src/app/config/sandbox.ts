import { fallbackOf, LISTS, mergeList, mergeScalar, SCALARS } from '../../policy/config/settings.ts';
import type { PolicySource } from '../../policy/config/source.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import type { SandboxSettings } from '../../vocab/sandbox.ts';

export function mergeSandbox(
  sources: readonly PolicySource[],
  home: string,
  warn: (warning: PolicyFault) => void,
): SandboxSettings {
  const key = LISTS.sandboxWritable;
  const writable = [...mergeList(key, sources, warn).map(({ value }) => value), ...fallbackOf(key, sources)];
  return {
    mode: mergeScalar(SCALARS.sandboxMode, sources, warn).value,
    network: mergeScalar(SCALARS.sandboxNetwork, sources, warn).value === 'on',
    writable: writable.map((path) => path.replace(/^~/, home)),
    onUnavailable: mergeScalar(SCALARS.sandboxOnUnavailable, sources, warn).value,
  };
}
