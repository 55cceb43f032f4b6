import type { ConfigKey } from './config-key.ts';

/** The keys below `security.sanitize`. */
export const SANITIZE_KEYS: readonly ConfigKey[] = [
  {
    key: 'security.sanitize.enabled',
    takes: 'true or false',
    fallback: 'true',
    says: 'Whether messages are looked at for injected orders. A tripwire, not a wall.',
    merge: 'nearest',
    looser: 'false',
    project: null,
  },
  {
    key: 'security.sanitize.mode',
    takes: 'warn, strip or reject',
    fallback: 'warn',
    says: 'What becomes of a message that holds some: `warn` says so and hands it on, `strip` takes the suspicious sentences out, `reject` refuses it and stores nothing. In every mode it taints the turn.',
    merge: 'nearest',
    looser: 'warn before strip before reject',
    project: null,
  },
  {
    key: 'security.sanitize.min_severity',
    takes: 'low, medium or high',
    fallback: 'medium',
    says: 'From which severity on a pattern counts.',
    merge: 'nearest',
    looser: 'a higher one',
    project: null,
  },
  {
    key: 'security.sanitize.disabled_patterns',
    takes: 'a list of names of patterns',
    entry: 'the name of a pattern (docs/reference/scanner.md lists them)',
    fallback: '[]',
    says: 'Patterns that are not looked for.',
    merge: 'unite',
    looser: 'any entry, when the system file sets an empty list',
    project: null,
  },
  {
    key: 'security.sanitize.extra_patterns',
    takes: 'a list of patterns, each with name, severity and pattern',
    entry: 'a map of name (small letters, digits, hyphens), severity (low, medium or high) and pattern (RE2 syntax)',
    fallback: '[]',
    says: 'Patterns of your own, in RE2 syntax, looked for in the text as it came.',
    merge: 'unite',
    looser: 'any entry, when the system file sets an empty list',
    project: null,
  },
];
