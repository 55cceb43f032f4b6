import { fail, ok, type Result } from '../../base/result.ts';
import { MODES, type Mode } from '../../vocab/principal.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import { checkConfig } from './check-config.ts';
import { isMap, showValue } from './show-value.ts';
import type { PolicySource } from './source.ts';

/** A configuration given with one question or by flags instead of by a file. */
export interface PolicyOverlay {
  readonly source: PolicySource;
  readonly mode?: Mode;
  /** Commands approved for the session, as a person would have typed them. */
  readonly sessionApproved: readonly string[];
}

/**
 * Reads `policy` of a JSONL row: configuration keys, flat (`"security.command_allowlist"`) or nested, besides `mode` and
 * `session.approved`. `file` names the place in messages.
 */
export function parsePolicyOverlay(value: unknown, file: string): Result<PolicyOverlay, readonly PolicyFault[]> {
  const refuse = (message: string, hint: string) => fail([{ file, line: null, message, hint }]);
  if (!isMap(value)) return refuse('A policy must be a map of keys.', 'give configuration keys, flat or nested');
  const { mode, ...rest } = value;
  if (mode !== undefined && !isMode(mode)) {
    return refuse(`mode must be ${MODES.join(', ')}, not ${showValue(mode)}.`, 'leave it out for default');
  }
  const nested = expandKeys(rest);
  if (typeof nested === 'string') return refuse(`${nested} is given twice.`, 'give it flat or nested, not both');
  const { session, ...config } = nested;
  const approved = session === undefined ? [] : readApproved(session);
  if (approved === null) return refuse('session.approved must be a list of texts.', 'nothing else stands in session');
  const origin = { layer: 'session', file, lines: new Map(), substituted: new Set<string>() } as const;
  const checked = checkConfig(config, origin);
  if (!checked.ok) return checked;
  return ok({
    source: { layer: 'session', file, trusted: true, config: checked.value, lines: new Map<string, number>() },
    ...(mode === undefined ? {} : { mode }),
    sessionApproved: approved,
  });
}

/**
 * The sources for a what-if: the overlay stands in for what the user wrote (`config.yml` and `rules.yml`); the system
 * file and the project's keep their say.
 */
export const standIn = (sources: readonly PolicySource[], overlay: PolicySource): readonly PolicySource[] => [
  ...sources.filter(({ layer }) => layer === 'system' || layer === 'project'),
  overlay,
];

const isMode = (value: unknown): value is Mode => MODES.some((mode) => mode === value);

/** `{"a.b": 1}` becomes `{a: {b: 1}}`; only names of the first level are split. A text: the key given twice. */
function expandKeys(flat: Readonly<Record<string, unknown>>): Record<string, unknown> | string {
  const root = new Map<string, unknown>();
  for (const [key, value] of Object.entries(flat)) {
    const [name = '', ...below] = key.split('.');
    const wrapped = below.reduceRight<unknown>((inner, part) => Object.fromEntries([[part, inner]]), value);
    const merged = root.has(name) ? mergeMaps(root.get(name), wrapped) : wrapped;
    if (merged === CLASH) return key;
    root.set(name, merged);
  }
  return Object.fromEntries(root);
}

const CLASH = Symbol('the same key twice');

function mergeMaps(a: unknown, b: unknown): unknown {
  if (!isMap(a) || !isMap(b)) return CLASH;
  const merged = new Map(Object.entries(a));
  for (const [key, value] of Object.entries(b)) {
    const both = merged.has(key) ? mergeMaps(merged.get(key), value) : value;
    if (both === CLASH) return CLASH;
    merged.set(key, both);
  }
  return Object.fromEntries(merged);
}

function readApproved(session: unknown): readonly string[] | null {
  if (!isMap(session) || Object.keys(session).some((key) => key !== 'approved')) return null;
  const { approved } = session;
  return Array.isArray(approved) && approved.every((item) => typeof item === 'string') ? approved : null;
}
