import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { needs } from '../outside.ts';
import { createGround } from './start-prompt.ts';
import { BUILT_BIN } from '../built.ts';

let made = 0;

/** Processes that sleep for exactly so long; nobody else does. */
const listSleepers = (seconds: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1') === `sleep\0${seconds}\0`;
      } catch {
        return false; // ended between two looks
      }
    });

async function until(holds: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 15_000;
  while (!holds()) {
    assert.ok(performance.now() < end, what);
    await wait(20);
  }
}

/** Starts a real agent that runs the command, and gives it over once as many processes sleep as it should start. */
async function withAgent(
  given: { readonly mode: string; readonly command: string; readonly sleepers: number; readonly background?: boolean },
  work: (agent: ChildProcess) => Promise<void>,
): Promise<void> {
  using ground = createGround(`sandbox:\n  mode: ${given.mode}\n`);
  const seconds = `86400.${process.pid}${made++}`;
  const input = { command: given.command.replaceAll('NAP', `sleep ${seconds}`), background: given.background === true };
  const nap = { command: 'while :; do read -t 1 <> <(:); done' };
  const replies = [{ calls: [{ tool: 'shell', input }] }, { calls: [{ tool: 'shell', input: nap }] }, { say: 'done' }];
  const scenario = join(ground.project, 'scenario.yml');
  writeFileSync(scenario, JSON.stringify(replies));
  const agent = spawn(
    process.execPath,
    [BUILT_BIN, 'prompt', '--mode', 'yolo', '--model', `scripted:${scenario}`, 'go'],
    {
      cwd: ground.project,
      env: { PATH: process.env['PATH'], HOME: ground.home, BAILIWICK_ALLOW_FAKE: '1' },
      stdio: 'ignore',
    },
  );
  const gone = once(agent, 'exit');
  try {
    await until(() => listSleepers(seconds).length === given.sleepers, 'the command started its processes');
    await work(agent);
    await gone;
    await until(() => listSleepers(seconds).length === 0, 'every process is gone');
  } finally {
    agent.kill('SIGKILL');
    for (const pid of listSleepers(seconds)) process.kill(Number(pid), 'SIGKILL');
  }
}

/** One in the group, one in a group, one in a session and one as a daemon without environment, of its own. */
const EVERYWHERE = 'NAP & set -m; NAP & (setsid NAP &) ; (env -i setsid NAP > /dev/null 2>&1 < /dev/null &) ; wait';
const FINDABLE = 'NAP & set -m; NAP & (setsid NAP &) ; env -i NAP & wait';
const STUBBORN = 'trap "" TERM INT; NAP & setsid NAP & wait; wait';

describe('nothing is left behind', () => {
  it('after kill -9 of the agent on the host', () =>
    withAgent({ mode: 'off', command: FINDABLE, sleepers: 4 }, async (agent) => void agent.kill('SIGKILL')));

  it('after kill -9 of the agent in bubblewrap, whatever a process does', needs('bwrap'), () =>
    withAgent({ mode: 'auto', command: EVERYWHERE, sleepers: 4 }, async (agent) => void agent.kill('SIGKILL')),
  );

  for (const mode of ['off', 'auto']) {
    it(`of a background job after kill -9 of the agent (sandbox ${mode})`, mode === 'off' ? {} : needs('bwrap'), () =>
      withAgent({ mode, command: FINDABLE, sleepers: 4, background: true }, async (agent) => {
        agent.kill('SIGKILL');
      }),
    );

    it(
      `by a second Ctrl-C while a command ignores the first (sandbox ${mode})`,
      mode === 'off' ? {} : needs('bwrap'),
      () =>
        withAgent({ mode, command: STUBBORN, sleepers: 2 }, async (agent) => {
          agent.kill('SIGINT');
          await wait(300); // the first one is being obeyed: the command has its grace
          agent.kill('SIGINT');
        }),
    );

    it(`of a background job by Ctrl-C (sandbox ${mode})`, mode === 'off' ? {} : needs('bwrap'), () =>
      withAgent({ mode, command: STUBBORN, sleepers: 2, background: true }, async (agent) => {
        agent.kill('SIGINT');
      }),
    );
  }
});
