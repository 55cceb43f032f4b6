import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Fault } from '../../base/fault.ts';
import type { Model, ModelRequest } from '../../ports/model.ts';
import { createApp, type App } from '../create-app.ts';
import { openTrust } from '../trust/open-trust.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-capture-')));
after(() => rmSync(root, { recursive: true, force: true }));

const CORRECTION = 'Next time, verify that the GIF is animated before you use it.';
const REVIEW = JSON.stringify({
  action: 'create',
  skillName: 'gif-check',
  title: 'Check',
  reason: 'It was needed.',
  description: 'Checks GIFs.',
  body: '- Check it.\n',
});
const FINISH = {
  kind: 'finish',
  reason: 'stop',
  usage: { inputTokens: 1, outputTokens: 1, cachedTokens: null, reasoningTokens: null },
} as const;

interface Given {
  readonly config: string;
  /** The turn's own answer; a Fault: the provider fails. */
  readonly answer?: string | Fault;
  /** What the reviewer says; null: it never says anything. */
  readonly review?: string | null;
}

let made = 0;

async function open({ config, answer = 'Done.', review = REVIEW }: Given) {
  const home = join(root, String(made++));
  const project = join(home, 'project');
  mkdirSync(join(home, '.bailiwick'), { recursive: true });
  mkdirSync(project);
  writeFileSync(
    join(home, '.bailiwick', 'config.yml'),
    `model: turn:model
providers:
  turn: {base_url: "http://127.0.0.1:1/v1", api_key: hunter2-hunter2}
skills: {include_builtin: false}
plugins: {entries: {skill-workshop: {enabled: true, config: ${config}}}}
`,
  );
  const world = { cwd: project, home, env: { HOME: home, PATH: process.env['PATH'] } };
  const trust = openTrust(world);
  await trust.trust(await trust.look('.'), 'me');
  const reviews: ModelRequest[] = [];
  let aborted = 0;
  const model = (name: string): Model => ({
    ...{ name, scripted: false },
    async *stream(request, signal) {
      const isReview = request.system.includes('You look at finished work');
      if (isReview) reviews.push(request);
      if (isReview && review === null) {
        await once(signal, 'abort');
        aborted++;
        throw signal.reason;
      }
      const said = isReview ? (review ?? '') : answer;
      if (typeof said !== 'string') throw said;
      yield { kind: 'text', text: said };
      yield FINISH;
    },
  });
  const app = await createApp(world, { openModel: async (reference) => model(reference) });
  return {
    ...{ app, reviews },
    get aborted() {
      return aborted;
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}

const say = (app: App, text: string) =>
  app.say({ kind: 'new', mode: 'yolo' }, text, {
    principal: { id: 'local:1', kind: 'local' } as never,
    answerer: { ask: async () => null },
    signal: new AbortController().signal,
    ...{ model: null, maxSteps: 9, maxTokens: null, maxMs: null },
    watch: () => undefined,
  });

async function workQueue(app: App): Promise<readonly string[]> {
  await app.jobs.run({ signal: new AbortController().signal, tell: () => undefined, waits: false });
  return (await (await app.openDoor()).log(99)).map(({ code }) => code).toReversed();
}

const skillsOf = async (app: App) =>
  (await (await app.openDoor()).list({ statuses: ['pending'], limit: 9 })).map(({ skill, source }) => [skill, source]);

describe('the reviewer', () => {
  it('is told what the correction of the same turn became, and answers beside it [T191]', async () => {
    await using ground = await open({ config: '{reviewMode: hybrid, reviewInterval: 1}', review: '{"action":"none"}' });
    await say(ground.app, CORRECTION);
    assert.deepEqual(await workQueue(ground.app), ['queued', 'reviewer-none']);
    assert.match(
      JSON.stringify(ground.reviews[0]),
      /<proposed \S+ name=\\"animated-gif-workflow\\">\\n- Verify that the GIF/,
    );
    assert.deepEqual(await skillsOf(ground.app), [['animated-gif-workflow', 'agent_end']]);
  });

  it('that never answers is stopped for good [T170]', async () => {
    const config = '{reviewMode: llm, reviewInterval: 2, reviewTimeoutMs: 5000}';
    await using ground = await open({ config, review: null });
    await say(ground.app, 'Look at this.');
    assert.deepEqual(await workQueue(ground.app), []);
    await say(ground.app, 'And at that.');
    assert.deepEqual(await workQueue(ground.app), ['reviewer-skipped']);
    const [entry] = await (await ground.app.openDoor()).log(1);
    assert.equal(
      entry?.message,
      'skill-workshop: reviewer skipped: it took longer than 5000 ms; it is tried again with the next turn at the earliest',
    );
    assert.deepEqual([ground.reviews.length, ground.aborted], [1, 1]);
  });

  it('whose change was rejected does not make it again [T190]', async () => {
    await using ground = await open({ config: '{reviewMode: llm, reviewInterval: 1}' });
    for (const text of ['Look at this.', 'And at that.']) {
      await say(ground.app, text);
      await workQueue(ground.app);
      const door = await ground.app.openDoor();
      for (const { id } of await door.list({ statuses: ['pending'], limit: 9 })) await door.reject(id, 'local:1', 'no');
    }
    assert.deepEqual(await workQueue(ground.app), ['queued', 'rejected', 'duplicate']);
  });
});

describe('a correction', () => {
  it('is learned from in a turn that failed as well [T185]', async () => {
    const failed = new Fault('model-failed', 'no answer');
    await using ground = await open({ config: '{reviewMode: heuristic}', answer: failed });
    await say(ground.app, CORRECTION);
    await workQueue(ground.app);
    assert.deepEqual(await skillsOf(ground.app), [['animated-gif-workflow', 'agent_end']]);
  });
});
