import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import type { TrustEntry, TrustFile, trustFileSchema } from '../../vocab/trust.ts';
import { readText } from '../config/read-text.ts';

export const trustFileOf = (agentHome: string): string => join(agentHome, 'trust.json');

export const NO_TRUST: TrustFile = { trusted: [], plugins: [] };

/** The projects that are trusted. */
export async function readTrust(agentHome: string): Promise<Result<readonly TrustEntry[], PolicyFault>> {
  const read = await readTrustFile(agentHome);
  return read.ok ? ok(read.value.trusted) : read;
}

/** Nothing where there is no file. A broken file is a fault: it is not known what it says. */
export async function readTrustFile(agentHome: string): Promise<Result<TrustFile, PolicyFault>> {
  const file = trustFileOf(agentHome);
  const text = readText(file);
  if (!text.ok) return text;
  if (text.value === null) return ok(NO_TRUST);
  const { trustFileSchema } = await import('../../vocab/trust.ts');
  return parseTrust(text.value, file, trustFileSchema);
}

/** What the text of the file says. */
export function parseTrust(text: string, file: string, schema: typeof trustFileSchema): Result<TrustFile, PolicyFault> {
  const refuse = (message: string): Result<never, PolicyFault> =>
    fail({ file, line: null, message, hint: 'remove the file, and trust your projects again with bailiwick trust' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse(`The file is no JSON: ${error instanceof Error ? error.message : 'unreadable'}.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return refuse(`${issue?.path.join('.') || 'The whole'}: ${issue?.message ?? 'not as it should be'}.`);
}

/** Puts the whole in place of the old one, or nothing. */
export function writeTrust(file: string, { trusted, plugins }: TrustFile): void {
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, `${JSON.stringify(plugins.length === 0 ? { trusted } : { trusted, plugins }, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true, recursive: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new Fault('store-failed', `${file} could not be written: ${why}.`, { cause: error });
  }
}
