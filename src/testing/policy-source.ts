import { matchesWildcard } from '../base/wildcard.ts';
import type { ExampleMatcher } from '../policy/rules/parse-rule.ts';
import type { PolicySource } from '../policy/config/source.ts';
import type { ConfigFile } from '../vocab/config.ts';
import type { LayerName } from '../vocab/policy.ts';

/** A source as if `config` stood in `<layer>.yml`; its lines are unknown, so every place is line 1. */
export const toSource = (
  config: ConfigFile,
  layer: LayerName = 'user',
  lines: ReadonlyMap<string, number> = new Map(),
): PolicySource => ({ layer, file: `${layer}.yml`, trusted: layer !== 'project', config, lines });

/** Compares the example's text with the argument pattern, as is: enough where no shell line is parsed. */
export const matchesText: ExampleMatcher = (rule, example) => matchesWildcard(rule.argument ?? '*', example);
