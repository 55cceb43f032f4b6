import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadApp } from '../src/app/load-app.ts';
import { openShelf } from '../src/app/skills/open-shelf.ts';
import { openStore } from '../src/store/open-store.ts';
import { medianOf } from './median.ts';
import type { Row } from './table.ts';

const COUNT = 5_000;
const BODY = 'Run the checks first, then read what they say, and mend one thing at a time.\n'.repeat(40);

/** Looks at 5,000 skills of about 3 kB on disk: the very first one, one of a new process, and one in a process that knows them. */
export async function measureShelf(rounds: number): Promise<readonly Row[]> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-bench-')));
  try {
    const root = join(home, '.bailiwick/skills');
    createSkills(root);
    const world = { cwd: home, home, env: { HOME: home }, system: { file: join(home, 'none'), owner: 0 } };
    const config = await loadApp(world);
    const store = openStore(join(home, '.bailiwick/state.db'), () => 1);
    const open = () => openShelf(config, async () => store);
    const known = open();
    const cold = await time(() => known.look());
    const [warm, stats, reads, fresh]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let round = 0; round < rounds; round++) {
      warm.push(await time(() => known.look()));
      stats.push(await time(async () => walk(root, (path) => void lstatSync(path))));
      reads.push(await time(async () => walk(root, (path) => void readFileSync(path))));
      if (round < 5) fresh.push(await time(() => open().look()));
    }
    await store.close();
    const held = await measureMemory(home);
    const [look, stat, read] = [medianOf(warm), medianOf(stats), medianOf(reads)];
    const ms = (value: number): string => `${value.toFixed(0)} ms`;
    return [
      {
        what: `a look at ${COUNT} skills that stayed as they were`,
        measured: ms(look),
        beside: `a bare stat of each file ${ms(stat)}; reading them ${ms(read)}; first look ever ${ms(cold)}, first of a process ${ms(medianOf(fresh))}`,
        ratio: `${(look / stat).toFixed(2)}x`,
        goal: '<= 1x',
        met: look <= stat,
      },
      {
        what: 'memory of a skill that is known',
        measured: `${(held / COUNT / 1024).toFixed(1)} KiB`,
        beside: `files of ${(BODY.length / 1024).toFixed(1)} KiB`,
        ratio: '',
        goal: '-',
        met: true,
      },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function createSkills(root: string): void {
  for (let at = 0; at < COUNT; at++) {
    const name = `skill-${at}`;
    mkdirSync(join(root, name), { recursive: true });
    const head = `---\nname: ${name}\ndescription: Number ${at} of many; use it when ${at} is asked for.\n---\n\n`;
    writeFileSync(join(root, name, 'SKILL.md'), head + BODY);
  }
}

function walk(folder: string, visit: (path: string) => void): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path, visit);
    else visit(path);
  }
}

/** In bytes, by a process of its own that can say when its memory is to be tidied. */
async function measureMemory(home: string): Promise<number> {
  const script = join(import.meta.dirname, 'shelf-memory.ts');
  const child = spawn(process.execPath, ['--expose-gc', script, home], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const [bytes = NaN] = printed.split(' ').map(Number);
  if (!Number.isFinite(bytes)) throw new Error(`${script} printed no number: ${printed}`);
  return bytes;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
