import { RE2JS } from 're2js';
import type { ExtraPattern, SanitizeSeverity } from '../../vocab/sanitize.ts';
import type { Place } from './near.ts';
import type { Rule } from './rule.ts';

/** Why a pattern cannot be read; null when it can. */
export function findPatternFault(pattern: string): string | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Rules out of patterns of the operator's own. They are checked when the configuration is read. */
export const toExtraRules = (patterns: readonly ExtraPattern[]): readonly Rule<SanitizeSeverity>[] =>
  patterns.map(({ name, severity, pattern }) => {
    const compiled = RE2JS.compile(pattern);
    return { id: name, severity, says: 'a pattern of your own', find: (text) => placesOf(compiled, text) };
  });

const MAX_PLACES = 50;

function* placesOf(compiled: RE2JS, text: string): Generator<Place> {
  const matcher = compiled.matcher(text);
  for (let count = 0; count < MAX_PLACES && matcher.find(); count++) {
    if (matcher.end() > matcher.start()) yield { start: matcher.start(), end: matcher.end() };
  }
}
