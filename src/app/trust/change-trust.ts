import { join } from 'node:path';
import { openStore } from '../../store/open-store.ts';
import { trustFileSchema, type TrustFile } from '../../vocab/trust.ts';
import { readText } from '../config/read-text.ts';
import { toConfigFault } from '../load-config.ts';
import { NO_TRUST, parseTrust, trustFileOf, writeTrust } from './trust-file.ts';

/**
 * Puts what `change` makes of `trust.json` in its place, whole or not at all, while no other process writes. Throws a Fault
 * when the file is broken or cannot be written; then nothing changed.
 */
export async function changeTrust(agentHome: string, change: (before: TrustFile) => TrustFile): Promise<void> {
  const file = trustFileOf(agentHome);
  const store = openStore(join(agentHome, 'state.db'), () => Date.now());
  try {
    await store.exclusively(() => {
      const text = readText(file);
      if (!text.ok) throw toConfigFault([text.error]);
      const trusted = text.value === null ? null : parseTrust(text.value, file, trustFileSchema);
      if (trusted?.ok === false) throw toConfigFault([trusted.error]);
      writeTrust(file, change(trusted?.value ?? NO_TRUST));
    });
  } finally {
    await store.close();
  }
}
