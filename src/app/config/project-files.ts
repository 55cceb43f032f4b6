import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The `.bailiwick/config.yml` of every folder from the top of the repository down to `folder`, the nearest last;
 * without a repository only that of `folder`. The agent's own home is no project, also when it is `~/.bailiwick`.
 */
export function listProjectFiles(folder: string, agentHome: string): readonly string[] {
  const own = realOf(agentHome);
  return foldersFromTop(folder)
    .map((place) => join(place, '.bailiwick'))
    .filter((place) => realOf(place) !== own)
    .map((place) => join(place, 'config.yml'));
}

function foldersFromTop(folder: string): readonly string[] {
  const seen: string[] = [];
  for (let place = folder; ; place = dirname(place)) {
    seen.unshift(place);
    if (existsSync(join(place, '.git'))) return seen;
    if (place === dirname(place)) return [folder];
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // nothing there: it cannot be the same folder under another name
  }
}
