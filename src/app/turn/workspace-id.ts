import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What rows of the store are keyed by: the real path of the repository's top, else of the folder itself. */
export function findWorkspaceId(cwd: string): string {
  const start = realpathSync(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return start;
  }
}
