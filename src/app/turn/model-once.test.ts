import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { createPlayedModel, type PlayedReply } from '../../testing/run-world.ts';
import { createApp, type TurnOptions } from '../create-app.ts';

/** A session whose turns are taken with these wishes; gives back the model that each asked. */
async function askInTurn(
  turns: readonly (Pick<TurnOptions, 'model' | 'modelOnce'> & {
    readonly reply?: PlayedReply;
    readonly goesOn?: true;
  })[],
): Promise<readonly string[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-once-')));
  const [home, cwd] = [join(root, 'home'), join(root, 'project')];
  mkdirSync(join(home, '.bailiwick'), { recursive: true });
  mkdirSync(cwd);
  writeFileSync(join(home, '.bailiwick', 'config.yml'), 'model: ollama:configured\n');
  const played = createPlayedModel(turns.map(({ reply }) => reply ?? { say: 'Yes.' }));
  const asked: string[] = [];
  const world = { cwd, home, env: { PATH: process.env['PATH'], HOME: home } };
  const openModel = async (name: string) => {
    asked.push(name);
    return { ...played, name };
  };
  const app = await createApp(world, { openModel });
  try {
    let session: string | null = null;
    for (const { model, modelOnce = null, goesOn } of turns) {
      const choice =
        session === null
          ? { kind: 'new' as const, mode: 'default' as const }
          : { kind: 'id' as const, id: session, mode: null };
      const result = await app.say(choice, goesOn === true ? null : 'go', {
        principal: { id: 'local:1' },
        answerer: { ask: async () => 'park' },
        signal: new AbortController().signal,
        model,
        modelOnce,
        maxSteps: 5,
        maxTokens: null,
        maxMs: null,
        watch: () => undefined,
      });
      session = result.session;
      for (const { id } of await app.desk.list('pending', 9))
        await app.desk.answer(id, { answer: 'deny', by: 'local:1' });
    }
    return asked;
  } finally {
    await app.close();
    rmSync(root, { recursive: true, force: true });
  }
}

it('a model for one turn is asked in that turn, and the session goes on with its own', async () => {
  const asked = await askInTurn([
    { model: null, modelOnce: 'a:once' },
    { model: null },
    { model: 'a:chosen' },
    { model: null, modelOnce: 'a:once' },
    { model: null, modelOnce: 'a:twice' },
    { model: null },
  ]);
  assert.deepEqual(asked, ['a:once', 'ollama:configured', 'a:chosen', 'a:once', 'a:twice', 'a:chosen']);
});

it('a model that the person chose comes before it', async () => {
  const asked = await askInTurn([{ model: 'a:chosen', modelOnce: 'a:once' }, { model: null }]);
  assert.deepEqual(asked, ['a:chosen', 'a:chosen']);
});

it('a turn that waited goes on with it, and the next one does not', async () => {
  const waits: PlayedReply = { calls: [{ tool: 'shell', input: { command: 'touch a' } }] };
  const asked = await askInTurn([
    { model: 'a:chosen' },
    { model: null, modelOnce: 'a:once', reply: waits },
    { model: null, goesOn: true },
    { model: null },
  ]);
  assert.deepEqual(asked, ['a:chosen', 'a:once', 'a:once', 'a:chosen']);
});
