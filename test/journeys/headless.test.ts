import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGround, type RunOptions } from './start-prompt.ts';

/** Without a terminal: every cause of an end with its exit code (CONTRACTS), and of several the one that counts. */

interface Row {
  readonly cause: string;
  readonly exit: number;
  readonly reason?: string;
  readonly scenario: string;
  readonly words?: readonly string[];
  readonly config?: string;
  readonly options?: RunOptions;
}

const ASKS = '- calls: [{tool: shell, input: {command: "touch a"}}]\n';
const QUESTION = '- calls: [{tool: question, input: {question: "Which one?", options: [red, blue]}}]\n';
const DENIED = '- calls: [{tool: shell, input: {command: "rm -rf ~"}}]\n';
const READS = '- calls: [{tool: shell, input: {command: "ls"}}]\n';
const SLEEPS = '- calls: [{tool: shell, input: {command: "sleep 60"}}]\n';
const NAPS = '- calls: [{tool: shell, input: {command: "sleep 1.1"}}]\n';
const DONE = '- say: done\n';
const FAILS = '- say: I was\n  fail: gone\n';
const ALLOW_SLEEP = 'permissions:\n  "shell sleep *": allow\n';
const SOON = 'approvals:\n  wait_timeout_seconds: 1\n';

const ROWS: readonly Row[] = [
  { cause: 'an answer', exit: 0, reason: 'answered', scenario: DONE },
  { cause: 'an answer after a deny', exit: 0, reason: 'answered', scenario: DENIED + DONE },
  { cause: 'no word', exit: 1, reason: 'silent', scenario: '- say: " "\n' },
  { cause: 'no word after a deny', exit: 3, reason: 'silent', scenario: `${DENIED}- say: " "\n` },
  { cause: 'a deny again and again', exit: 3, reason: 'stuck', scenario: DENIED.repeat(4) },
  { cause: 'nobody to ask', exit: 4, reason: 'answered', scenario: ASKS + DONE },
  { cause: 'nobody to ask, and a deny', exit: 4, reason: 'answered', scenario: DENIED + ASKS + DONE },
  { cause: 'nobody to answer the model', exit: 4, reason: 'answered', scenario: QUESTION + DONE },
  {
    cause: 'nobody to answer the model, and no word',
    exit: 4,
    reason: 'silent',
    scenario: `${QUESTION}- say: " "\n`,
  },
  {
    cause: 'a question of the model left open',
    exit: 4,
    reason: 'waiting',
    scenario: QUESTION + DONE,
    words: ['--park'],
  },
  { cause: 'a question left open', exit: 4, reason: 'waiting', scenario: ASKS + DONE, words: ['--park'] },
  { cause: 'too many steps', exit: 5, reason: 'budget', scenario: READS + READS + DONE, words: ['--max-steps', '1'] },
  {
    cause: 'too many steps, and nobody to ask',
    exit: 5,
    reason: 'budget',
    scenario: ASKS + READS,
    words: ['--max-steps', '1'],
  },
  {
    cause: 'too long',
    exit: 5,
    reason: 'budget',
    scenario: NAPS + DONE,
    config: ALLOW_SLEEP,
    words: ['--max-seconds', '1'],
  },
  { cause: 'a provider that fails', exit: 7, reason: 'model-failed', scenario: FAILS },
  { cause: 'a provider that fails, and nobody to ask', exit: 7, reason: 'model-failed', scenario: ASKS + FAILS },
  {
    cause: 'a deadline',
    exit: 124,
    reason: 'deadline',
    scenario: SLEEPS + DONE,
    config: ALLOW_SLEEP,
    words: ['--timeout', '1'],
  },
  {
    cause: 'a deadline, and nobody to ask',
    exit: 124,
    reason: 'deadline',
    scenario: ASKS + SLEEPS,
    config: ALLOW_SLEEP,
    words: ['--timeout', '1'],
  },
  {
    cause: 'silence',
    exit: 124,
    reason: 'deadline',
    scenario: SLEEPS + DONE,
    config: ALLOW_SLEEP,
    words: ['--idle-timeout', '1'],
  },
];

const FAKE = { BAILIWICK_ALLOW_FAKE: '1' };

describe('without a terminal', { concurrency: 3 }, () => {
  for (const { cause, exit, reason, scenario, words = [], config = '', options = {} } of ROWS) {
    it(`${cause} ends with ${exit}`, async () => {
      using ground = createGround(`model: scripted:s.yml\n${config}`);
      ground.write('s.yml', scenario);
      const ended = await ground.prompt([...words, 'go'], { ...options, env: FAKE });
      assert.deepEqual([ended.exit, ended.result.exit, ended.result.reason], [exit, exit, reason], ended.err);
    });
  }

  it('a question that ran out while it was parked ends with 4, and the model is told so', async () => {
    using ground = createGround(`model: scripted:s.yml\n${SOON}`);
    ground.write('s.yml', `${ASKS}- say: done\n  expect: [no answer came in time]\n`);
    const parked = await ground.prompt(['--park', 'go'], { env: FAKE });
    assert.equal(parked.exit, 4);
    const late = async (): Promise<string> => (await ground.run(['approvals', 'list', '--state', 'expired'])).out;
    while (!(await late()).includes(parked.result.approval ?? '?'));
    const answered = await ground.run(['approvals', 'answer', parked.result.approval ?? '', 'once']);
    assert.deepEqual([answered.exit, /is expired already/.test(answered.err)], [1, true], answered.err);
    const done = await ground.prompt(['--continue'], { env: FAKE });
    assert.deepEqual([done.exit, done.result.answer, done.result.calls[0]?.outcome], [4, 'done', 'unasked']);
  });

  it('Ctrl-C while it waits for the model ends with 130', async () => {
    using ground = createGround(`model: scripted:s.yml\n${ALLOW_SLEEP}`);
    ground.write('s.yml', `- say: I sleep.\n  calls: [{tool: shell, input: {command: "sleep 60"}}]\n${DONE}`);
    const ended = await ground.run(['prompt', 'go'], { env: FAKE, stopAt: 'I sleep.' });
    assert.equal(ended.exit, 130, ended.err);
  });
});
