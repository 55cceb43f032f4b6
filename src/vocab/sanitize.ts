/** How a message is looked at for injected orders, and what becomes of one that holds some. */

export const SANITIZE_MODES = ['warn', 'strip', 'reject'] as const;
export type SanitizeMode = (typeof SANITIZE_MODES)[number];

export const SANITIZE_SEVERITIES = ['low', 'medium', 'high'] as const;
export type SanitizeSeverity = (typeof SANITIZE_SEVERITIES)[number];

/** A pattern of the operator's own, in RE2 syntax; it is looked for in the text as it came. */
export interface ExtraPattern {
  readonly name: string;
  readonly severity: SanitizeSeverity;
  readonly pattern: string;
}

export interface SanitizeSettings {
  readonly enabled: boolean;
  readonly mode: SanitizeMode;
  readonly minSeverity: SanitizeSeverity;
  readonly disabledPatterns: readonly string[];
  readonly extraPatterns: readonly ExtraPattern[];
}

/** What was found in a message. `text` is what is handed on. */
export interface Sanitized {
  readonly severity: 'none' | SanitizeSeverity;
  /** Names of the patterns that hit, each once. */
  readonly patterns: readonly string[];
  /** Those at `min_severity` or above: the message counts as text of others. */
  readonly suspicious: readonly string[];
  readonly action: 'none' | SanitizeMode;
  readonly text: string;
}

/** Something a scan found in a skill. `line` counts from 1; 0: the name of the file. */
export interface ScanFinding {
  readonly rule: string;
  readonly severity: 'note' | 'warn' | 'critical';
  /** Within the skill's folder. */
  readonly file: string;
  readonly line: number;
  /** Of the text as it stands there, shortened. */
  readonly excerpt: string;
}

export type ScanStatus = 'clean' | 'warn' | 'quarantine';
