import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Whether some process drives this run: it holds a write transaction on `locks/<run>.db` of the home, which the kernel
 * frees with the process. A lock that cannot be asked counts as held.
 */
export function isRunDriven(agentHome: string, run: string): boolean {
  const path = `${agentHome}/locks/${run}.db`;
  if (!existsSync(path)) return false;
  try {
    const connection = new DatabaseSync(path, { timeout: 0 });
    try {
      connection.exec('BEGIN IMMEDIATE; ROLLBACK');
      return false;
    } finally {
      connection.close();
    }
  } catch {
    return true; // held, or it cannot be known
  }
}
