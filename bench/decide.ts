import { hostDisk } from '../src/app/host-disk.ts';
import { judgeQuestion } from '../src/app/judge.ts';
import { decide } from '../src/policy/decide.ts';
import { readShellLine } from '../src/shell/read.ts';
import { createFacts, createPolicy } from '../src/testing/judge-facts.ts';
import { createGround } from './ground.ts';
import { medianOf } from './median.ts';
import type { Row } from './table.ts';

const SIMPLE = 'git status';
const MEDIUM =
  'grep -rn --include="*.ts" "export function" src test | sort -u | head -50 && ' +
  'git log --oneline --since="2 weeks ago" -- src/policy src/shell | wc -l; find . -name "*.md" -newer README.md -type f';
const LONG = Array.from({ length: 10 }, () => MEDIUM).join(' && ');

/** Goals are for a line that is read and decided warm, in microseconds. */
const LINES = [
  { name: 'a simple line', line: SIMPLE, goal: 50 },
  { name: `${MEDIUM.length} characters`, line: MEDIUM, goal: 200 },
  { name: `${(LONG.length / 1000).toFixed(1)} kB`, line: LONG, goal: 2000 },
] as const;

const ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/u', LANG: 'C.UTF-8' };

/** What judging a line costs once everything is compiled: alone, with reading the line, and with looking at the disk. */
export function measureDecide(): readonly Row[] {
  using ground = createGround();
  return LINES.map(({ name, line, goal }) => {
    const policy = createPolicy();
    const context = { cwd: ground.project, home: '/home/u', env: ENV, users: {} };
    const call = { id: 'call_bench', tool: 'shell', input: { command: line }, cwd: ground.project };
    const facts = createFacts({ cwd: ground.project, workspace: ground.project, line: readShellLine(line, context) });
    const scene = {
      ...{ home: '/home/u', agentHome: '/home/u/.bailiwick', workspace: ground.project, users: {}, homes: ['/home/u'] },
      ...{ tmp: ['/tmp'], apiAddress: null, platform: 'linux', env: ENV, sudoPassword: false },
    };
    const bench = { scene, policy, disk: hostDisk, cwd: ground.project, now: 0, findTool: () => null };
    const decided = timeWarm(() => decide(call, facts, policy));
    const read = timeWarm(() => readShellLine(line, context));
    const whole = timeWarm(() => judgeQuestion({ tool: 'shell', input: { command: line } }, bench));
    return {
      what: `\`decide\`, ${name}`,
      measured: `${decided.toFixed(0)} µs`,
      beside: `reading the line ${read.toFixed(0)} µs; all with the disk ${whole.toFixed(0)} µs`,
      ratio: '',
      goal: `< ${goal} µs`,
      met: decided < goal,
    };
  });
}

/** The compiler goes on making a call faster for tens of thousands of calls; warm is when it no longer does. */
const WARM = { gain: 0.98, blocks: 4, maxSeconds: 20 } as const;

/**
 * Microseconds of the processor that one call takes once it is warm: blocks of calls, of some two tenths of a second each,
 * until four in a row were no faster than the fastest before them; the median of these. The kernel counts in steps of
 * milliseconds. What else the machine does in the meantime does not count.
 */
function timeWarm(work: () => unknown): number {
  const end = performance.now() + WARM.maxSeconds * 1000;
  let size = 1;
  while (timeBlock(work, size) * size < 200_000) size *= 2;
  let fastest = Infinity;
  let last: number[] = [];
  while (last.length < WARM.blocks && performance.now() < end) {
    const block = timeBlock(work, size);
    last = block < fastest * WARM.gain ? [] : [...last, block];
    fastest = Math.min(fastest, block);
  }
  return medianOf(last.length === 0 ? [fastest] : last);
}

function timeBlock(work: () => unknown, size: number): number {
  const started = process.threadCpuUsage();
  for (let i = 0; i < size; i++) work();
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / size;
}
