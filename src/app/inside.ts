import { realpathSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import { isReadingVerb } from '../policy/control/own-verbs.ts';
import { findAgentHome } from './config/agent-home.ts';
import { findUserHome } from './config/user-home.ts';

/**
 * The second layer of the step `control`: a child of the agent may not change the very home that the agent runs under.
 * Throws a Fault `control-refused`. A throw-away home, as tests use, is free.
 */
export function refuseInside(words: readonly string[], env: Readonly<Record<string, string | undefined>>): void {
  if (isReadingVerb(words)) return;
  const own = findAgentHome({ cwd: process.cwd(), home: findUserHome(env), env });
  const home = env['BAILIWICK_INSIDE_HOME'] || own; // not told which: then it may be this one
  if (realPathOf(own) !== realPathOf(home)) return;
  throw new Fault('control-refused', `The agent may not run "bailiwick ${words[0] ?? ''}" on its own home ${own}.`);
}

/** The path after links; as written when it is not there yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
