import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { mapTexts } from '../../base/map-texts.ts';
import type { ForkedRun } from '../../ports/history.ts';
import type { ForkRun } from '../../run/history/fork-session.ts';

/**
 * Copies the kept results that the runs of a fork name, and gives the runs back with the paths of the copies: they stay
 * readable when the session they come from is deleted. Throws a Fault when one cannot be copied; then none is left.
 */
export async function copyResults(agentHome: string, runs: readonly ForkRun[]): Promise<readonly ForkedRun[]> {
  const folderOf = (run: string): string => join(agentHome, 'results', run);
  const text = JSON.stringify(runs.map(({ events }) => events));
  const moves = new Map<string, string>();
  try {
    for (const { id, from } of runs) {
      const names = (await listNames(folderOf(from))).filter((name) => text.includes(`${from}/${name}`));
      if (names.length > 0) await mkdir(folderOf(id), { recursive: true, mode: 0o700 });
      for (const name of names) {
        await cp(join(folderOf(from), name), join(folderOf(id), name));
        moves.set(join(folderOf(from), name), join(folderOf(id), name));
      }
    }
  } catch (error) {
    await removeResults(
      agentHome,
      runs.map(({ id }) => id),
    );
    const said = error instanceof Error ? error.message : String(error);
    throw new Fault('store-failed', `The kept results could not be copied (${said}).`, { cause: error });
  }
  const change = (given: string): string =>
    [...moves].reduce((changed, [old, now]) => changed.replaceAll(old, now), given);
  return runs.map(({ id, at, events }) => ({
    id,
    at,
    events: events.map((event) => ({ ...event, body: moveIn(event.body, change) })),
  }));
}

export async function removeResults(agentHome: string, runs: readonly string[]): Promise<void> {
  for (const run of runs) await rm(join(agentHome, 'results', run), { recursive: true, force: true });
}

/** What belongs to the provider is signed, and stays as it is. */
function moveIn(body: ForkedRun['events'][number]['body'], change: (text: string) => string): typeof body {
  if (body.kind !== 'reply-received' || body.providerData === undefined) return mapTexts(body, change);
  const { providerData, ...rest } = body;
  return { ...mapTexts(rest, change), providerData };
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
