import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Approval } from '../../src/vocab/approval.ts';
import { requireProgram } from '../outside.ts';
import { createGround, type Ground } from './start-prompt.ts';

const FAKE = { BAILIWICK_ALLOW_FAKE: '1' };

const SCENARIO = `
- say: I count.
  calls:
    - tool: shell
      input: { command: echo x >> counter }
- say: Counted.
- say: Once more.
  calls:
    - tool: shell
      input: { command: echo x >> counter }
- say: Twice.
`;

function createCounting(): Ground {
  const ground = createGround('model: scripted:scenario.yml\n');
  ground.write('scenario.yml', SCENARIO);
  return ground;
}

const counted = ({ project }: Ground): string =>
  existsSync(join(project, 'counter')) ? readFileSync(join(project, 'counter'), 'utf8') : '';

async function listPending(ground: Ground): Promise<readonly Approval[]> {
  const { out } = await ground.run(['approvals', 'list', '--json']);
  return JSON.parse(out) as readonly Approval[];
}

describe('a question of the model that stays open', { concurrency: 3 }, () => {
  const ASKS = '- calls: [{tool: question, input: {question: "Which one?", options: [red, blue]}}]\n';
  const given: readonly [string, string, string][] = [
    ['by its number', '2', 'blue'],
    ['in words', 'neither of them', 'neither of them'],
  ];
  for (const [how, word, said] of given) {
    it(`is answered ${how} from another process, and the turn goes on with that`, async () => {
      using ground = createGround('model: scripted:s.yml\n');
      ground.write('s.yml', `${ASKS}- {expect: "${said}", say: done}\n`);
      const parked = await ground.prompt(['--park', 'go'], { env: FAKE });
      const id = parked.result.approval ?? '';
      assert.deepEqual([parked.exit, parked.result.reason], [4, 'waiting']);
      assert.match(parked.err, new RegExp(`approvals answer ${id} "<your answer>"`));
      assert.match((await ground.run(['approvals', 'list'])).out, new RegExp(`^${id} .* question {2}Which one\\? `));
      assert.match((await ground.run(['approvals', 'show', id])).out, /Which one\?\n {2}1 = red\n {2}2 = blue\n/);
      const answered = await ground.run(['approvals', 'answer', id, word]);
      assert.deepEqual([answered.exit, answered.out], [0, `${id}  answered\n`], answered.err);
      const late = await ground.run(['approvals', 'answer', id, 'red']);
      assert.deepEqual([late.exit, /already/.test(late.err)], [1, true]);
      const done = await ground.prompt(['--continue'], { env: FAKE });
      assert.deepEqual([done.exit, done.result.answer, done.result.calls[0]?.outcome], [0, 'done', 'done'], done.err);
      assert.match((await ground.run(['sessions', 'show', 'last'])).out, /asked: answered by local:\d+ /);
      assert.match((await ground.run(['audit'])).out, /question {2}.*-> answered by local:\d+/);
    });
  }

  it('waits for a person even when the rule that let it through needed one', async () => {
    using ground = createGround('model: scripted:s.yml\npermissions: {question: ask}\n');
    ground.write('s.yml', `${ASKS}- {expect: red, say: done}\n`);
    const first = await ground.prompt(['--park', 'go'], { env: FAKE });
    await ground.run(['approvals', 'answer', first.result.approval ?? '', 'once']);
    const second = await ground.prompt(['--continue', '--park'], { env: FAKE });
    assert.deepEqual([second.exit, second.result.reason], [4, 'waiting'], second.err);
    await ground.run(['approvals', 'answer', second.result.approval ?? '', '1']);
    const done = await ground.prompt(['--continue'], { env: FAKE });
    assert.deepEqual([done.exit, done.result.answer], [0, 'done'], done.err);
  });
});

describe('a question without an answer', { concurrency: 3 }, () => {
  it('is named for what it was', async () => {
    using ground = createGround('model: scripted:s.yml\n');
    ground.write('s.yml', '- calls: [{tool: shell, input: {command: "touch a"}}]\n- say: done\n');
    await ground.prompt(['go'], { env: FAKE });
    const shown = await ground.run(['sessions', 'show', 'last']);
    assert.match(shown.out, /asked: nobody could be asked /);
    assert.match((await ground.run(['audit'])).out, /-> nobody could be asked/);
    assert.match((await ground.run(['approvals', 'list', '--state', 'all'])).out, /nobody could be asked/);
  });
});

describe('a question that stays open', { concurrency: 3 }, () => {
  it('is answered from another process, and the call runs once', async () => {
    using ground = createCounting();
    const parked = await ground.prompt(['--park', 'count'], { env: FAKE });
    assert.deepEqual([parked.exit, parked.result.reason, counted(ground)], [4, 'waiting', '']);
    const [pending] = await listPending(ground);
    assert.equal(pending?.id, parked.result.approval);
    const id = pending?.id ?? '';
    const shown = await ground.run(['approvals', 'show', id]);
    assert.match(shown.out, /command: echo x >> counter[^]*always_command = from now on/);
    const answered = await ground.run(['approvals', 'answer', id, 'once']);
    assert.deepEqual([answered.exit, answered.out], [0, `${id}  granted: once\n`]);
    const late = await ground.run(['approvals', 'answer', id, 'deny']);
    assert.deepEqual([late.exit, /granted with once/.test(late.err)], [1, true]);
    const done = await ground.prompt(['--continue'], { env: FAKE });
    assert.deepEqual([done.exit, done.result.answer, done.result.run], [0, 'Counted.', parked.result.run]);
    assert.match(done.err, /SCRIPTED MODEL[^]*shell {2}echo x >> counter {2}allow \(grant\)/);
    assert.equal(counted(ground), 'x\n');
    const over = await ground.run(['prompt', '--continue'], { env: FAKE });
    assert.deepEqual([over.exit, counted(ground)], [2, 'x\n']);
  });

  it('keeps the next message away until it is answered, and a refusal reaches the model with its note', async () => {
    using ground = createCounting();
    const { result } = await ground.prompt(['--park', 'count'], { env: FAKE });
    const next = await ground.run(['prompt', '--continue', 'never mind'], { env: FAKE });
    assert.deepEqual([next.exit, /waits for an answer to apr_/.test(next.err)], [4, true]);
    const still = await ground.prompt(['--session', result.session], { env: FAKE });
    assert.deepEqual([still.exit, still.result.approval], [4, result.approval]);
    await ground.run(['approvals', 'answer', '--note', 'use a file of your own', result.approval ?? '', 'deny']);
    const done = await ground.prompt(['--continue', '--output-format', 'json'], { env: FAKE });
    assert.deepEqual([done.exit, done.result.calls[0]?.outcome], [0, 'refused']);
    const events = await ground.run(['prompt', '--continue', '--output-format', 'stream-json', 'more'], { env: FAKE });
    const kinds = events.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    assert.deepEqual(kinds.slice(0, 3), ['run.started', 'message.received', 'reply.received']);
    assert.equal(kinds.at(-1), 'run.ended');
  });

  it('answered for good, writes a rule that holds at once and can be revoked', async () => {
    using ground = createCounting();
    const { result } = await ground.prompt(['--park', 'count'], { env: FAKE });
    await ground.run(['approvals', 'answer', result.approval ?? '', 'always_command']);
    const done = await ground.prompt(['--continue'], { env: FAKE });
    const again = await ground.prompt(['--continue', 'once more'], { env: FAKE });
    assert.deepEqual([done.exit, again.exit, counted(ground)], [0, 0, 'x\nx\n']);
    assert.deepEqual(
      again.result.calls.map(({ step }) => step),
      ['permission-rule'],
    );
    const rules = await ground.run(['rules', 'list']);
    assert.match(rules.out, /^allow {2}shell echo x {2}\(line 2: always_command by local:\d+ on /);
    assert.equal((await ground.run(['rules', 'revoke', 'shell echo x'])).exit, 0);
    assert.equal((await ground.run(['check', 'echo x >> counter'])).exit, 4);
  });

  it('survives the death of the process that asked', async (context) => {
    if (!requireProgram('script')) return context.skip('script');
    using ground = createCounting();
    await ground.run(['prompt', 'count'], { env: FAKE, keys: [], killAt: 'Answer (' });
    assert.equal(counted(ground), '');
    const [pending] = await listPending(ground);
    const answered = await ground.run(['approvals', 'answer', pending?.id ?? '', 'once']);
    assert.equal(answered.exit, 0);
    const done = await ground.prompt(['--continue'], { env: FAKE });
    assert.deepEqual([done.exit, done.result.answer, counted(ground)], [0, 'Counted.', 'x\n']);
  });

  it('that waits in a terminal is answered from another one', async (context) => {
    if (!requireProgram('script')) return context.skip('script');
    using ground = createCounting();
    const waiting = ground.run(['prompt', 'count'], { env: FAKE, keys: [['never comes', '']] });
    for (let pending = await listPending(ground); ; pending = await listPending(ground)) {
      const [one] = pending;
      if (one === undefined) continue;
      assert.equal((await ground.run(['approvals', 'answer', one.id, 'once'])).exit, 0);
      break;
    }
    const { exit, out } = await waiting;
    assert.deepEqual([exit, /Counted\./.test(out), counted(ground)], [0, true, 'x\n']);
  });
});

describe('a session', { concurrency: 3 }, () => {
  it('goes on in the mode that the person switches to, also in the middle of a turn', async () => {
    using ground = createCounting();
    await ground.prompt(['--park', 'count'], { env: FAKE });
    const planned = await ground.prompt(['--continue', '--mode', 'plan'], { env: FAKE });
    assert.deepEqual([planned.exit, planned.result.approval === null], [4, false]);
    const [pending] = await listPending(ground);
    await ground.run(['approvals', 'answer', pending?.id ?? '', 'once']);
    const done = await ground.prompt(['--continue'], { env: FAKE });
    assert.deepEqual([done.result.calls[0]?.step, counted(ground)], ['mode-plan', '']);
    assert.match(done.err, /notice: the session is in mode plan; --mode default ends that/);
  });

  it('is driven by one process at a time', async (context) => {
    if (!requireProgram('script')) return context.skip('script');
    using ground = createCounting();
    const waiting = ground.run(['prompt', 'count'], { env: FAKE, keys: [['never comes', '']] });
    let [one] = await listPending(ground);
    while (one === undefined) [one] = await listPending(ground);
    const second = await ground.run(['prompt', '--continue'], { env: FAKE });
    assert.deepEqual([second.exit, /Another process is at work in the session/.test(second.err)], [1, true]);
    await ground.run(['approvals', 'answer', one.id, 'deny']);
    assert.equal((await waiting).exit, 0);
  });

  it('goes on after its process was killed: what ran is not run again', async () => {
    // in bubblewrap the command would not find the agent
    const rules = 'permissions:\n  "shell *": allow\n  "write *": allow\n';
    using ground = createGround(`model: scripted:scenario.yml\nsandbox:\n  mode: off\n${rules}`);
    ground.write(
      'scenario.yml',
      `
- calls:
    - tool: shell
      input: { command: 'echo x >> counter; kill -9 $PPID; sleep 5' }
- say: I looked again.
  expect: ['Outcome unknown']
`,
    );
    const killed = await ground.run(['prompt', 'count'], { env: FAKE });
    assert.equal(killed.exit, null);
    const done = await ground.prompt(['--continue'], { env: FAKE });
    assert.deepEqual([done.exit, done.result.calls[0]?.outcome, counted(ground)], [0, 'unknown', 'x\n']);
    const next = await ground.run(['prompt', '--continue'], { env: FAKE });
    assert.equal(next.exit, 2);
  });
});
