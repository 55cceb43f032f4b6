import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isErrno } from './channel.ts';

/** How long a group has between SIGTERM and SIGKILL. */
export const GRACE_MS = 2000;

/** After SIGKILL only the kernel stands in the way (a process in uninterruptible sleep); it is not waited for longer. */
const KILL_WAIT_MS = 1000;

/** SIGTERM to the whole group, SIGKILL to what is left of it after the grace. Returns when the group is gone. */
export async function endGroup(group: number): Promise<void> {
  if (!signalGroup(group, 'SIGTERM')) return;
  if (await isGone(group, GRACE_MS)) return;
  signalGroup(group, 'SIGKILL');
  await isGone(group, KILL_WAIT_MS);
}

async function isGone(group: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  for (let pauseMs = 2; isAlive(group); pauseMs = Math.min(pauseMs * 2, 50)) {
    if (performance.now() >= until) return false;
    await wait(pauseMs);
  }
  return true;
}

/** False when the group has no member. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    // EPERM: every member runs as another user (sudo); they are there, and not ours to end.
    if (isErrno(error) && error.code === 'EPERM') return true;
    if (isErrno(error) && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** A group of the dead counts as gone: in many containers nobody collects orphans, and a signal still reaches them. */
function isAlive(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && isLivingMember(name, group));
}

function isLivingMember(pid: string, group: number): boolean {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch (error) {
    if (isErrno(error)) return false; // ended between the two looks
    throw error;
  }
  // "pid (name) state parent group ...": the name may hold spaces and parentheses.
  const [state, , member] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(member) === group && state !== 'Z' && state !== 'X';
}
