import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BuiltInPlugin } from '../../src/app/plugins/built-in.ts';
import { defineTool, z, type EndedTurn, type PluginHost } from '../../src/sdk/index.ts';
import { createPlayedModel, type PlayedReply } from '../../src/testing/run-world.ts';
import { createPluginGround, enable, toTurn } from './plugin-ground.ts';

/** What plugins add, at work in turns. */

const NEW = { kind: 'new', mode: 'default' } as const;

const tool = (name: string) =>
  defineTool({
    name,
    risk: 'low',
    title: 'T',
    description: 'D',
    args: z.strictObject({ action: z.string() }),
    subject: ({ action }) => action,
    effects: () => [{ kind: 'read', target: 'x' }],
    run: async ({ action }) => ({ isError: false, text: `did ${action}` }),
  });

const builtIn = (register: (host: PluginHost) => void, name = 'demo'): BuiltInPlugin => ({
  name,
  summary: 'A demo',
  load: async () => ({ name, summary: 'A demo', register }),
});

/** One turn with these plugins built in and enabled. */
async function work(builtInPlugins: readonly BuiltInPlugin[], replies: readonly PlayedReply[]) {
  const ground = createPluginGround();
  ground.configure({
    plugins: { entries: Object.fromEntries(builtInPlugins.map(({ name }) => [name, { enabled: true }])) },
  });
  const model = createPlayedModel(replies);
  const logged: string[] = [];
  const log = (plugin: string, line: string): void => void logged.push(`${plugin}: ${line}`);
  const app = await ground.app({ openModel: async () => model, builtInPlugins, log });
  return { ground, app, model, logged };
}

describe('a built-in plugin', () => {
  it('is off until it is enabled, and is loaded without consent', async () => {
    let loads = 0;
    const counted: BuiltInPlugin = {
      ...builtIn(() => undefined),
      load: async (scene) => (loads++, builtIn(() => undefined).load(scene)),
    };
    using ground = createPluginGround();
    assert.equal(await ground.start({ builtInPlugins: [counted] }), null);
    ground.configure(enable('demo'));
    assert.equal(loads, 0);
    assert.equal(await ground.start({ builtInPlugins: [counted] }), null);
    assert.equal(loads, 1);
  });

  it('adds a tool that keeps its own name, and guidance behind the index of skills', async () => {
    const plugin = builtIn((host) => {
      host.addTool(tool('skill_workshop'));
      host.addGuidance(() => 'Propose what was learned.');
      host.addGuidance(() => null);
      host.addGuidance(() => {
        throw new Error('no');
      });
      host.addGuidance(() => 'x'.repeat(5000));
    });
    const call = { tool: 'skill_workshop', input: { action: 'status' } };
    const { ground, app, model, logged } = await work([plugin], [{ calls: [call] }, { say: 'Done.' }]);
    using _ = ground;
    const result = await app.say(NEW, 'go', toTurn());
    assert.equal(result.answer, 'Done.');
    const [first, second] = model.requests;
    assert.ok(first?.tools.some(({ name }) => name === 'skill_workshop'));
    assert.match(first?.system ?? '', /\nPropose what was learned\.\n$/);
    assert.match(JSON.stringify(second?.messages), /did status/);
    assert.deepEqual(
      [...new Set(logged)],
      ['demo: its guidance is left out: no', 'demo: its guidance is longer than 4000 characters and is left out'],
    );
    const shown = await app.context(NEW, 'go', null);
    assert.ok(shown.tools.some(({ name }) => name === 'skill_workshop'));
    await app.close();
  });

  it('may not add a tool that stands in no table, nor a name that another plugin has', async () => {
    using ground = createPluginGround();
    ground.configure({ plugins: { entries: { demo: { enabled: true }, two: { enabled: true } } } });
    const stray = builtIn((host) => host.addTool(tool('stray')));
    const command = { name: 'same', summary: '', run: () => '' };
    const [one, two] = ['demo', 'two'].map((name) => builtIn((host) => host.addCommand(command), name));
    assert.match(
      String(await ground.start({ builtInPlugins: [stray, two!] })),
      /demo stops the start: the tool stray stands in no table/,
    );
    assert.match(
      String(await ground.start({ builtInPlugins: [one!, two!] })),
      /two stops the start: demo has the command \/same already/,
    );
  });
});

describe('a hook on the end of a turn', () => {
  it('gets the turn, also beside one that throws, and queues a job that is done once', async () => {
    const turns: EndedTurn[] = [];
    const done: unknown[] = [];
    const plugin = builtIn((host) => {
      host.addHook('turn-ended', () => {
        throw new Error('no luck');
      });
      host.addHook('turn-ended', async (turn) => {
        turns.push(turn);
        await host.enqueue('look', { run: turn.run }, turn.run);
        await host.enqueue('look', { run: turn.run }, turn.run);
      });
      host.addJob({
        kind: 'look',
        async run(payload, { isHeld }) {
          done.push(payload, await isHeld());
          return 'Looked.';
        },
      });
    });
    const { ground, app, logged } = await work(
      [plugin],
      [{ calls: [{ tool: 'todo', input: { items: [] } }] }, { say: 'Done.' }],
    );
    using _ = ground;
    const { run, session } = await app.say(NEW, 'go', toTurn());
    const told: unknown[] = [];
    await app.jobs.run({ signal: new AbortController().signal, tell: (job) => told.push(job.outcome), waits: false });
    const [turn] = turns;
    const { messages, ...rest } = turn!;
    assert.deepEqual(rest, {
      ...{ session, run, cwd: ground.project, mode: 'default', model: 'played:test', end: 'answered', answer: 'Done.' },
      ...{ calls: 1, taint: [] },
    });
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'assistant'],
    );
    assert.deepEqual([done, told], [[{ run }, true], [{ code: 'done', message: 'Looked.' }]]);
    assert.deepEqual(logged, ['demo: its hook turn-ended: no luck']);
    assert.deepEqual(
      (await app.jobs.list({ all: false, limit: 9 })).map(({ kind, subject, state, payload }) => [
        kind,
        subject,
        state,
        payload,
      ]),
      [['demo/look', run, 'done', JSON.stringify({ cwd: ground.project, payload: { run } })]],
    );
    await app.close();
  });

  it('of a job that throws, or of a plugin that is off by now, it is tried again later', async () => {
    const plugin = builtIn((host) => {
      host.addHook('turn-ended', async () => void (await host.enqueue('look', null)));
      host.addJob({ kind: 'look', run: () => Promise.reject(new Error('busy')) });
    });
    const { ground, app } = await work([plugin], [{ say: 'One.' }, { say: 'Two.' }]);
    using _ = ground;
    const signal = new AbortController().signal;
    await app.say(NEW, 'go', toTurn());
    await app.jobs.run({ signal, tell: () => undefined, waits: false });
    await app.say(NEW, 'go', toTurn());
    await app.close();
    ground.configure({});
    const later = await ground.app();
    await later.jobs.run({ signal, tell: () => undefined, waits: false });
    const [second, first] = await later.jobs.list({ all: true, limit: 9 });
    assert.deepEqual([first?.state, first?.outcome], ['retrying', { code: 'internal', message: 'busy' }]);
    assert.deepEqual(
      [second?.state, second?.outcome],
      [
        'retrying',
        { code: 'plugin-refused', message: 'The plugin demo stops the start: it has a job to do, and is not enabled.' },
      ],
    );
    await later.close();
  });

  it('may not add anything later, nor queue what is too large', async () => {
    const held: PluginHost[] = [];
    const plugin = builtIn((host) => {
      held.push(host);
      host.addJob({ kind: 'look', run: async () => undefined });
    });
    const { ground, app } = await work([plugin], []);
    using _ = ground;
    await app.openPlugins();
    const [host] = held;
    assert.throws(() => host?.addGuidance(() => ''), /guidance is added while register\(\) runs/);
    await assert.rejects(
      async () => host?.enqueue('look', 'x'.repeat(70_000)),
      /the payload of look is larger than 65536 bytes/,
    );
    await app.close();
  });
});
