import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realOf } from './real-of.ts';

/**
 * The `.bailiwick/config.yml` of every folder from the top of the repository down to `folder`, the nearest last;
 * without a repository only that of `folder`. The agent's own home is no project, also when it is `~/.bailiwick`.
 */
export const listProjectFiles = (folder: string, agentHome: string): readonly string[] =>
  listProjectFolders(folder, agentHome).map((place) => join(place, '.bailiwick', 'config.yml'));

/** The folders that may hold them. */
export function listProjectFolders(folder: string, agentHome: string): readonly string[] {
  const own = realOf(agentHome);
  return foldersFromTop(folder).filter((place) => realOf(join(place, '.bailiwick')) !== own);
}

function foldersFromTop(folder: string): readonly string[] {
  const seen: string[] = [];
  for (let place = folder; ; place = dirname(place)) {
    seen.unshift(place);
    if (existsSync(join(place, '.git'))) return seen;
    if (place === dirname(place)) return [folder];
  }
}
