import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TurnResult } from '../../src/app/create-app.ts';
import { refuseInside } from '../../src/app/inside.ts';
import { COMMANDS } from '../../src/cli/main-table.ts';
import { createOut, type Out } from '../../src/cli/out.ts';
import { asksForJson, renderFault, toErrorObject, toFault } from '../../src/cli/render-fault.ts';
import { findCommand, runCommand } from '../../src/cli/run-command.ts';
import { createGround, UNTAUGHT, type Ended, type Ground, type RunOptions } from './start-prompt.ts';

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
  const [output, errors] = [join(folder, 'out'), join(folder, 'err')];
  const [stdout, stderr] = [{ fd: openSync(output, 'w') }, { fd: openSync(errors, 'w') }];
  const own = { PATH: process.env['PATH'], HOME: ground.home, LANG: 'C.UTF-8', ...UNTAUGHT, ...env };
  try {
    const exit = await call(words, { cwd: ground.project, env: own, out: createOut({ stdout, stderr }, own) });
    return { exit, out: readFileSync(output, 'utf8'), err: readFileSync(errors, 'utf8') };
  } finally {
    closeSync(stdout.fd);
    closeSync(stderr.fd);
    rmSync(folder, { recursive: true });
  }
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: Out;
}

/** What `cli/start.ts` does, for an output of our own. */
async function call(words: readonly string[], { cwd, env, out }: Place): Promise<number> {
  const stdin = Object.assign(Readable.from([]), { isTTY: false }) as unknown as NodeJS.ReadStream; // what is looked at
  const context = { cwd, env, stdin, signal: new AbortController().signal };
  try {
    const found = findCommand(words, COMMANDS);
    if (env['BAILIWICK_INSIDE'] !== undefined) refuseInside(words, env);
    return await runCommand(found, async () => context, out);
  } catch (error) {
    const fault = toFault(error);
    out.log(renderFault(fault, String));
    if (asksForJson(words)) out.json(toErrorObject(fault));
    return fault.exit;
  }
}
