import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document, isMap, isScalar, LineCounter, parseDocument, type Pair } from 'yaml';
import { Fault } from '../base/fault.ts';
import type { StandingRule } from '../policy/answers/standing.ts';
import type { RuleOrigin } from '../run/run-ports.ts';
import { writeWhole } from './settings/write-whole.ts';

/** What the answers `always_*` and `deny_always` wrote down; ordinary rules, read with the user's configuration. */
export const rulesFileOf = (agentHome: string): string => join(agentHome, 'rules.yml');

/** One rule of the file, as a list shows it. */
export interface WrittenRule {
  readonly pattern: string;
  readonly line: number;
  readonly action: string;
  readonly danger: readonly string[];
  /** Who wrote it, when and for which question; null for a rule that somebody added by hand without a word. */
  readonly because: string | null;
}

/**
 * Adds rules, replacing those with the same pattern; the rest of the file stays as it is, comments too. Wholly written
 * or not at all. Throws a Fault that names the file when it is broken or cannot be written.
 */
export function addRules(agentHome: string, rules: readonly StandingRule[], origin: RuleOrigin): void {
  const file = rulesFileOf(agentHome);
  const { document } = readRulesFile(file);
  const because = `${origin.answer} by ${origin.by} on ${new Date(origin.at).toISOString()} (${origin.approval})`;
  for (const { pattern, action, danger } of rules) {
    const value = { action, ...(danger.length === 0 ? {} : { danger: [...danger] }), because };
    document.setIn(['permissions', pattern], document.createNode(value));
  }
  writeWhole(file, document.toString());
}

export function listRules(agentHome: string): readonly WrittenRule[] {
  const { document, lines } = readRulesFile(rulesFileOf(agentHome));
  return pairsOf(document).map(({ key, value }) => {
    const at = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
    const plain: unknown = isMap(value) ? value.toJSON() : isScalar(value) ? value.value : null;
    const long =
      typeof plain === 'object' && plain !== null ? new Map(Object.entries(plain)) : new Map<string, unknown>();
    const because = long.get('because');
    const danger = long.get('danger');
    return {
      pattern: isScalar(key) ? String(key.value) : '',
      line: lines.linePos(at).line,
      action: String(long.get('action') ?? plain),
      danger: Array.isArray(danger) ? danger.map(String) : [],
      because: typeof because === 'string' ? because : null,
    };
  });
}

/** Takes the rule with this very pattern out; false when there is none. */
export function revokeRule(agentHome: string, pattern: string): boolean {
  const file = rulesFileOf(agentHome);
  const { document } = readRulesFile(file);
  if (!document.hasIn(['permissions', pattern])) return false;
  document.deleteIn(['permissions', pattern]);
  writeWhole(file, document.toString());
  return true;
}

function pairsOf(document: Document.Parsed | Document): readonly Pair[] {
  const permissions = document.get('permissions');
  return isMap(permissions) ? permissions.items : [];
}

function readRulesFile(file: string): { readonly document: Document; readonly lines: LineCounter } {
  const lines = new LineCounter();
  const text = readText(file);
  if (text.trim() === '') return { document: new Document({ permissions: {} }), lines };
  const document = parseDocument(text, { lineCounter: lines });
  const [broken] = document.errors;
  if (broken !== undefined) throw new Fault('config-invalid', `${file}: ${broken.message}`);
  if (document.contents !== null && !isMap(document.contents))
    throw new Fault('config-invalid', `${file} holds no map of keys.`);
  if (!isMap(document.get('permissions'))) document.set('permissions', document.createNode({}));
  return { document, lines };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new Fault('config-unreadable', `${file} could not be read (${sayError(error)}).`, { cause: error });
  }
}

const sayError = (error: unknown): string => (error instanceof Error ? error.message : String(error));
