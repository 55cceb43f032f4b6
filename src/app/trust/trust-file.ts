import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import type { TrustEntry } from '../../vocab/trust.ts';
import { readText } from '../config/read-text.ts';

const fileOf = (agentHome: string): string => join(agentHome, 'trust.json');

/** What is trusted; nothing where there is no file. A broken file is a fault: it is not known what it says. */
export async function readTrust(agentHome: string): Promise<Result<readonly TrustEntry[], PolicyFault>> {
  const file = fileOf(agentHome);
  const text = readText(file);
  if (!text.ok) return text;
  if (text.value === null) return ok([]);
  const { trustFileSchema } = await import('../../vocab/trust.ts');
  const refuse = (message: string): Result<never, PolicyFault> =>
    fail({ file, line: null, message, hint: 'remove the file, and trust your projects again with bailiwick trust' });
  let value: unknown;
  try {
    value = JSON.parse(text.value);
  } catch (error) {
    return refuse(`The file is no JSON: ${error instanceof Error ? error.message : 'unreadable'}.`);
  }
  const parsed = trustFileSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data.trusted);
  const [issue] = parsed.error.issues;
  return refuse(`${issue?.path.join('.') || 'The whole'}: ${issue?.message ?? 'not as it should be'}.`);
}

/** Puts the list in place of the old one, whole or not at all. */
export function writeTrust(agentHome: string, trusted: readonly TrustEntry[]): void {
  const file = fileOf(agentHome);
  const draft = `${file}.${process.pid}.new`;
  try {
    mkdirSync(agentHome, { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify({ trusted }, null, 2)}\n`, { mode: 0o600, flush: true });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } catch (error) {
    if (existsSync(draft)) rmSync(draft);
    const why = error instanceof Error ? error.message : String(error);
    throw new Fault('store-failed', `${file} could not be written: ${why}.`, { cause: error });
  }
}
