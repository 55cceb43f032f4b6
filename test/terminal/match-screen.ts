import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Terminal } from './open-terminal.ts';

/** The reviewed screens. `node scripts/screens.ts` writes them anew; read each line that changed. */
export const SCREENS = join(import.meta.dirname, '..', 'screens');

/** Set by `scripts/screens.ts`: what is seen is written down instead of compared. */
const WRITES = 'BAILIWICK_WRITE_SCREENS';

const LOOK_MS = 50;
const STILL_LOOKS = 12;
const MAX_LOOKS = 400;

/** Names that differ from run to run, replaced by some as long. */
export const normalizeNames = (text: string, { cwd }: Pick<Terminal, 'cwd'>): string =>
  text
    .replace(brokenAnywhere(basename(dirname(cwd)).slice(-6)), (found) => found.replace(/\S/g, '0'))
    .replace(/\b(ses|run|call|apr|text|pol)_[0-9a-z]{22}\b/g, '$1_0000000000000000000000');

/** What differs from run to run, replaced. */
export const normalize = (screen: string, terminal: Pick<Terminal, 'cwd'>): string =>
  normalizeNames(screen, terminal)
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?/g, '2026-01-01 00:00:00')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-01T00:00:00.000Z')
    .replace(/\blocal:\d+\b/g, 'local:0')
    .replace(/(?<=\b|\u001b\[[\d;]*m)\d+ ms\b/g, '7 ms')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:50000');

/** The word, also where a narrow terminal broke it. */
const brokenAnywhere = (word: string): RegExp => new RegExp([...word].join('(?:\\n *)?'), 'g');

export const readScreen = (name: string): string => readFileSync(fileOf(name), 'utf8').trimEnd();

const fileOf = (name: string): string => join(SCREENS, `${name}.txt`);

/** Waits until the screen is the one that was reviewed. */
export async function matchScreen(terminal: Terminal, name: string): Promise<void> {
  if (process.env[WRITES] !== undefined)
    return writeFileSync(fileOf(name), `${normalize(await untilStill(terminal), terminal)}\n`);
  assert.ok(existsSync(fileOf(name)), `there is no screen ${name}: node scripts/screens.ts writes it`);
  const wanted = readScreen(name);
  let seen = '';
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    seen = normalize(terminal.screen(), terminal);
    if (seen === wanted) return;
    await wait(LOOK_MS);
  }
  assert.equal(seen, wanted, `test/screens/${name}.txt`);
}

/** The screen once nothing has changed for a while. */
export async function untilStill(terminal: Terminal): Promise<string> {
  let [seen, same] = [terminal.screen(), 0];
  for (let looks = 0; looks < MAX_LOOKS && same < STILL_LOOKS; looks++) {
    await wait(LOOK_MS);
    const now = terminal.screen();
    same = now === seen ? same + 1 : 0;
    seen = now;
  }
  return seen;
}
