import type { Sanitized, SanitizeSettings, SanitizeSeverity } from '../vocab/sanitize.ts';
import { MESSAGE_RULES } from './scan/message-rules.ts';
import type { Rule } from './scan/rule.ts';
import { findHits, type Hit } from './scan/scan.ts';

const RANK = { none: 0, low: 1, medium: 2, high: 3 } as const;

type MessageRule = Rule<SanitizeSeverity>;

/** What only speaks of an attack weighs little. */
const severityOf = ({ rule, told }: Hit<SanitizeSeverity>): SanitizeSeverity => (told ? 'low' : rule.severity);

/** Stripping may bring parts together that make a new match. */
const MAX_ROUNDS = 3;

/**
 * Looks at a message for injected orders. Pure, and linear in the length of the text. `extra` are the rules of
 * `settings.extraPatterns`. A tripwire, not a wall: nothing may rest on what it does not find.
 */
export function sanitize(text: string, settings: SanitizeSettings, extra: readonly MessageRule[] = []): Sanitized {
  const rules = [...MESSAGE_RULES, ...extra].filter(({ id }) => !settings.disabledPatterns.includes(id));
  const hits = settings.enabled ? findHits(text, rules) : [];
  const counted = hits.filter((hit) => RANK[severityOf(hit)] >= RANK[settings.minSeverity]);
  const severity = hits.map(severityOf).reduce<Sanitized['severity']>((a, b) => (RANK[b] > RANK[a] ? b : a), 'none');
  return {
    severity,
    patterns: namesOf(hits),
    suspicious: namesOf(counted),
    action: counted.length === 0 ? 'none' : settings.mode,
    text: counted.length > 0 && settings.mode === 'strip' ? strip(text, counted, { rules, settings }) : text,
  };
}

const namesOf = (hits: readonly Hit<SanitizeSeverity>[]): readonly string[] =>
  [...new Set(hits.map(({ rule }) => rule.id))].toSorted();

interface Stripping {
  readonly rules: readonly MessageRule[];
  readonly settings: SanitizeSettings;
}

/** The text without the sentences that hold a hit, each replaced by a mark; the whole of it where that is not enough. */
function strip(text: string, hits: readonly Hit<SanitizeSeverity>[], { rules, settings }: Stripping): string {
  let left = text;
  let found = hits;
  for (let round = 0; round < MAX_ROUNDS && found.length > 0; round++) {
    left = cutOut(left, found);
    found = findHits(left, rules).filter((hit) => RANK[severityOf(hit)] >= RANK[settings.minSeverity]);
  }
  return found.length === 0 ? left : `[removed: ${namesOf(found).join(', ')}]`;
}

function cutOut(text: string, hits: readonly Hit<SanitizeSeverity>[]): string {
  const spans = hits
    .map(({ rule, start, end }) => ({ name: rule.id, ...widen(text, start, end) }))
    .toSorted((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const { name, start, end } of spans) {
    if (end <= at) continue;
    if (start >= at) parts.push(text.slice(at, start), `[removed: ${name}]`);
    at = end;
  }
  return parts.join('') + text.slice(at);
}

const STOP = /[.!?\u3002\uFF01\uFF1F\n]/;
const MAX_SENTENCE = 1000;

/** From the beginning of the sentence in which a span starts to the end of the one in which it ends. */
function widen(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  let from = start;
  while (from > 0 && start - from < MAX_SENTENCE && !STOP.test(text[from - 1] ?? '')) from--;
  let to = end;
  while (to < text.length && to - end < MAX_SENTENCE && !STOP.test(text[to - 1] ?? '')) to++;
  while (from < start && /\s/.test(text[from] ?? '')) from++;
  return { start: from, end: text[to - 1] === '\n' && to > end ? to - 1 : to };
}
