import { spawn } from 'node:child_process';

/**
 * Starts a program that goes on when this one has ended: in a session of its own, without a terminal, its input and
 * output nowhere. Whether it could be started is not known: what it is to do has to be kept elsewhere.
 */
export function startDetached(
  [program, ...args]: readonly [string, ...string[]],
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): void {
  const child = spawn(program, args, { ...place, detached: true, stdio: 'ignore' });
  child.once('error', () => undefined);
  child.unref();
}
