import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TurnResult } from '../../src/app/create-app.ts';
import { start } from '../../src/cli/start.ts';
import { createGround, type Ended, type Ground, type RunOptions } from './start-prompt.ts';

/** As {@link createGround}; without a terminal a command runs in this very process, which saves its start. */
export function createQuickGround(config = ''): Ground {
  const ground = createGround(config);
  const run = (words: readonly string[], options: RunOptions = {}): Promise<Ended> =>
    options.keys === undefined ? runHere(ground, words, options.env ?? {}) : ground.run(words, options);
  return {
    ...ground,
    run,
    async prompt(words, options) {
      const ended = await run(['prompt', '--json', ...words], options);
      return { ...ended, result: JSON.parse(ended.out) as TurnResult };
    },
  };
}

async function runHere(
  ground: Ground,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'bailiwick-output-'));
  const [out, err] = [join(folder, 'out'), join(folder, 'err')];
  const [stdout, stderr] = [{ fd: openSync(out, 'w') }, { fd: openSync(err, 'w') }];
  // What a command looks at of its process, and nothing else of it.
  const host = { stdout, stderr, stdin: Readable.from([]), cwd: () => ground.project, once: () => undefined };
  try {
    const own = { PATH: process.env['PATH'], HOME: ground.home, LANG: 'C.UTF-8', ...env };
    const exit = await start(words, host as unknown as NodeJS.Process, own);
    return { exit, out: readFileSync(out, 'utf8'), err: readFileSync(err, 'utf8') };
  } finally {
    closeSync(stdout.fd);
    closeSync(stderr.fd);
    rmSync(folder, { recursive: true });
  }
}
