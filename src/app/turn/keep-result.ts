import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../base/fault.ts';

/** Keeps what did not fit into a result under `<home>/results/<run>/`, readable by the owner alone; gives back the path. */
export async function keepResult(agentHome: string, run: string, name: string, bytes: Uint8Array): Promise<string> {
  const folder = join(agentHome, 'results', run);
  const path = join(folder, `${name.replace(/[^\w.-]/g, '_')}.txt`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600 });
    return path;
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined); // half a result would take the space the log needs
    const said = error instanceof Error ? error.message : String(error);
    throw new Fault('store-failed', `The output could not be kept in ${path} (${said}).`, { cause: error });
  }
}
