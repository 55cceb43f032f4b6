import { Fault } from '../../base/fault.ts';
import { createHostSandbox } from '../../sandbox/host.ts';
import type { World } from '../load-config.ts';
import type { Check } from './check.ts';

const ASK_MS = 10_000;

/** Whether a program that is used where it is there can be started. */
export async function checkProgram(
  name: 'git' | 'ripgrep',
  program: string,
  { world, without }: { readonly world: World; readonly without: string },
): Promise<Check> {
  try {
    const { output } = await createHostSandbox().run({
      argv: [program, '--version'],
      cwd: world.cwd,
      env: { PATH: world.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin' },
      timeoutMs: ASK_MS,
      maxBytes: 1000,
      signal: new AbortController().signal,
    });
    return { name, level: 'ok', says: Buffer.from(output).toString().split('\n', 1)[0] ?? '', hint: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { name, level: 'warning', says: `${error.message}; without it ${without}`, hint: `install ${name}` };
  }
}
