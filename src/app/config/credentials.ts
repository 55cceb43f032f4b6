import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import { readText } from './read-text.ts';

/** Where `setup` puts keys: `{"<provider>": "<key>"}`. The agent can neither read nor write it (POLICY 4b). */
export const credentialsFileOf = (agentHome: string): string => join(agentHome, 'credentials.json');

export interface Credentials {
  /** Keys by the name of their provider. */
  readonly keys: ReadonlyMap<string, string>;
  readonly warnings: readonly PolicyFault[];
}

/** The stored keys; none where there is no file. A broken file is a fault, one that others can read a warning. */
export function readCredentials(agentHome: string): Result<Credentials, PolicyFault> {
  const file = credentialsFileOf(agentHome);
  const text = readText(file);
  if (!text.ok) return text;
  if (text.value === null) return ok({ keys: new Map(), warnings: [] });
  const entries = parseEntries(text.value);
  if (entries === null) {
    const hint = 'remove the file, and give the keys again with bailiwick setup';
    return fail({ file, line: null, message: 'The file is no map of providers to keys.', hint });
  }
  return ok({ keys: new Map(entries), warnings: findOpen(file) });
}

/** Null for anything but one flat map of texts. No message repeats any of it. */
function parseEntries(text: string): readonly (readonly [string, string])[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null; // the parser's message would hold a piece of the text
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries: (readonly [string, string])[] = [];
  for (const [name, key] of Object.entries(value)) {
    if (typeof key !== 'string' || key === '') return null;
    entries.push([name, key]);
  }
  return entries;
}

function findOpen(file: string): readonly PolicyFault[] {
  if ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077)
    return [{ file, line: null, message: 'Others on this machine can read your keys.', hint: `chmod 600 ${file}` }];
  return [];
}
