import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isErrno } from './channel.ts';

/** Carried by every child, so that one that left its group and session is still found. */
export const MARK_NAME = 'BAILIWICK_INSIDE_CALL';

/** How long a family has between SIGTERM and SIGKILL. */
export const GRACE_MS = 2000;

/** After SIGKILL only the kernel stands in the way (a process in uninterruptible sleep); it is not waited for longer. */
const KILL_WAIT_MS = 1000;

/** A command with everything it started. */
export interface Family {
  /** The first process; it leads a session and a group of its own. */
  readonly leader: number;
  /** The value of {@link MARK_NAME} in its environment. */
  readonly mark: string;
  /** Processes that were there before it: none of them is its child. */
  readonly before: ReadonlySet<string>;
  /**
   * The leader holds a process namespace: when it ends, the kernel ends the rest. It gets no SIGTERM, so that those
   * inside have their grace.
   */
  readonly holdsNamespace: boolean;
}

/** How old a list of processes may be, in ms: to be taken for another, a number would have to come round in this time. */
const FRESH_MS = 1000;

let lastList: { readonly names: ReadonlySet<string>; readonly at: number } | null = null;

/** Names in /proc: as the end of the command before saw them, when that was just now; empty where there is none. */
export function listProcesses(): ReadonlySet<string> {
  if (process.platform !== 'linux') return new Set();
  return lastList !== null && performance.now() - lastList.at < FRESH_MS ? lastList.names : readProcesses();
}

function readProcesses(): ReadonlySet<string> {
  const names = new Set(readdirSync('/proc'));
  lastList = { names, at: performance.now() };
  return names;
}

/** SIGTERM to all of the family, SIGKILL to what is left after the grace. Returns when it is gone. */
export async function endFamily(family: Family): Promise<void> {
  if (!signalFamily(family, 'SIGTERM')) return;
  if (await isGone(family, GRACE_MS)) return;
  await isGone(family, KILL_WAIT_MS, 'SIGKILL');
}

/** `signal`: sent again at each look, as a family may still be growing. */
async function isGone(family: Family, withinMs: number, signal: NodeJS.Signals | 0 = 0): Promise<boolean> {
  const until = performance.now() + withinMs;
  for (let pauseMs = 2; signalFamily(family, signal); pauseMs = Math.min(pauseMs * 2, 50)) {
    if (performance.now() >= until) return false;
    await wait(pauseMs);
  }
  return true;
}

/** False when nobody of the family lives. */
function signalFamily(family: Family, signal: NodeJS.Signals | 0): boolean {
  const { leader, holdsNamespace } = family;
  const spares = holdsNamespace && signal === 'SIGTERM';
  const inGroup = spares ? false : signalTo(-leader, signal);
  if (process.platform !== 'linux') return inGroup;
  const members = listMembers(family);
  for (const pid of members) if (!(spares && pid === leader)) signalTo(pid, signal);
  return members.length > 0;
}

/** False when there is no such process or group. */
function signalTo(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch (error) {
    // EPERM: it runs as another user (sudo); it is there, and not ours to end.
    if (isErrno(error) && error.code === 'EPERM') return true;
    if (isErrno(error) && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** The dead do not count: in many containers nobody collects orphans. */
function listMembers(family: Family): readonly number[] {
  return [...readProcesses()]
    .filter((name) => !family.before.has(name) && /^\d+$/.test(name) && isMember(name, family))
    .map(Number);
}

function isMember(pid: string, { leader, mark }: Family): boolean {
  const stat = readProc(pid, 'stat');
  // "pid (name) state parent group session ...": the name may hold spaces and parentheses.
  const [state, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (stat === '' || state === 'Z' || state === 'X') return false;
  if (Number(group) === leader || Number(session) === leader) return true;
  return readProc(pid, 'environ').includes(`${MARK_NAME}=${mark}\0`);
}

/** Empty for one that ended between two looks, and for one of another user. */
function readProc(pid: string, file: 'stat' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch (error) {
    if (isErrno(error)) return '';
    throw error;
  }
}
