import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createApp } from '../../app/create-app.ts';
import { openArchive } from '../../app/history/open-archive.ts';
import { toWorld } from '../../app/load-config.ts';
import { startWireServer, type WireScript } from '../../testing/wire-server/start-wire-server.ts';
import type { Answerer } from '../../vocab/approval.ts';
import { createConversation, type Conversation } from './conversation.ts';
import type { Entry } from './transcript.ts';

interface Scene extends AsyncDisposable {
  readonly talk: Conversation;
  /** A second chat of the same home. */
  second(): Promise<Conversation>;
  /** What went back to where the person writes. */
  readonly given: readonly (readonly string[])[];
  /** The texts of the messages that the model got last. */
  asked(): readonly string[];
  readonly project: string;
}

const ALLOW: Answerer = { ask: async () => ({ answer: 'once', by: 'local:1' }) };

/** The real app with a store in a temporary home, and a provider that plays a script. */
async function open(script: WireScript, answerer = ALLOW): Promise<Scene> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-talk-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  const server = await startWireServer(script);
  mkdirSync(join(home, '.bailiwick'), { recursive: true });
  mkdirSync(project);
  writeFileSync(
    join(home, '.bailiwick', 'config.yml'),
    `model: local:m\nproviders: {local: {base_url: "${server.baseUrl}", api_key: none, protocol: openai}}\nsandbox: {mode: "off"}\n`,
  );
  const world = toWorld({ cwd: project, env: { HOME: home, PATH: process.env['PATH'] } });
  const given: (readonly string[])[] = [];
  const closing: (() => Promise<void>)[] = [];
  const begin = async (): Promise<Conversation> => {
    const app = await createApp(world);
    const archive = await openArchive(world);
    const talk = createConversation({
      app,
      archive: async () => archive,
      answerer,
      mode: 'default',
      model: null,
      changed: () => undefined,
      ended: () => undefined,
      opened: () => undefined,
      giveBack: (texts) => given.push(texts),
    });
    closing.push(async () => {
      await talk.close();
      await archive.close();
      await app.close();
    });
    return talk;
  };
  return {
    talk: await begin(),
    second: begin,
    given,
    project,
    asked() {
      const last = server.requests.at(-1);
      assert.ok(last !== undefined);
      const { messages } = last.body as {
        readonly messages: readonly { readonly role: string; readonly content: string }[];
      };
      return messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    },
    async [Symbol.asyncDispose]() {
      for (const close of closing) await close();
      await server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What stands there, in short. */
const told = ({ transcript }: Conversation): readonly string[] =>
  transcript.entries.map((entry) =>
    entry.kind === 'call' ? `${entry.tool} ${entry.phase}` : `${entry.kind} ${'text' in entry ? entry.text : ''}`,
  );

const send = async (talk: Conversation, text: string): Promise<void> => {
  talk.send(text);
  await talk.idle();
};

describe('a conversation', () => {
  it('shows the same things out of the store as it did live, but for thoughts, which are not kept', async () => {
    await using scene = await open([
      {
        reasoning: 'Hm.',
        say: 'I look.',
        calls: [
          { tool: 'read', input: { path: 'a.txt' } },
          { tool: 'shell', input: { command: 'cat a.txt; cat gone' } },
          { tool: 'shell', input: { command: 'rm -rf /' } },
          { tool: 'edit', input: { path: 'a.txt', old_string: 'one', new_string: 'two' } },
          { tool: 'todo', input: { items: [{ text: 'step', state: 'doing' }] } },
        ],
      },
      { say: 'Done.' },
    ]);
    writeFileSync(join(scene.project, 'a.txt'), 'one\n');
    await send(scene.talk, 'do it');
    const { session } = scene.talk.status;
    assert.deepEqual(told(scene.talk), [
      'message do it',
      'thought Hm.',
      'answer I look.',
      'read done',
      'shell failed',
      'shell denied',
      'edit done',
      'todo done',
      'answer Done.',
    ]);
    const again = await scene.second();
    await again.open(session ?? '');
    const isKept = ({ kind }: Entry): boolean => kind !== 'thought' && kind !== 'notice';
    assert.deepEqual(again.transcript.entries.filter(isKept), scene.talk.transcript.entries.filter(isKept));
    assert.equal(again.status.contextTokens, scene.talk.status.contextTokens);
    assert.equal(again.status.inputTokens, scene.talk.status.inputTokens);
  });

  it('keeps what is sent while a turn runs, and sends it afterwards in order', async () => {
    await using scene = await open(() => ({ say: 'Yes.' }));
    scene.talk.send('a');
    scene.talk.send('b');
    scene.talk.send('c');
    assert.deepEqual(
      scene.talk.status.queued.map(({ text }) => text),
      ['b', 'c'],
    );
    await scene.talk.idle();
    assert.deepEqual(scene.asked(), ['a', 'b', 'c']);
    assert.deepEqual([scene.talk.status.queued, scene.given], [[], []]);
  });

  it('gives back what waited when the turn is stopped, and goes on with the next message', async () => {
    let reached = (): void => undefined;
    const begun = new Promise<void>((resolve) => (reached = resolve));
    await using scene = await open((_request, i) => {
      reached();
      return i === 0 ? { say: 'half', fault: { kind: 'hang' } } : { say: 'Yes.' };
    });
    scene.talk.send('a');
    scene.talk.send('b');
    await begun;
    assert.equal(scene.talk.interrupt(), true);
    await scene.talk.idle();
    assert.deepEqual([scene.given, scene.talk.status.isBusy, scene.talk.interrupt()], [[['b']], false, false]);
    await send(scene.talk, 'c');
    assert.equal(told(scene.talk).at(-1), 'answer Yes.');
  });

  it('gives back a message that could not be sent, and what the person ran before it', async () => {
    await using scene = await open([{ say: 'Yes.' }]);
    scene.talk.runOwn('echo mine');
    await scene.talk.idle();
    scene.talk.setModel('nowhere:x');
    await send(scene.talk, 'hello');
    assert.deepEqual(scene.given, [['hello']]);
    scene.talk.setModel('local:m');
    await send(scene.talk, 'hello');
    assert.deepEqual(scene.asked(), ['I ran this myself: echo mine\nIt printed:\nmine\n\nhello']);
  });

  it('takes a message back in a copy, the first one into a new session', async () => {
    await using scene = await open(() => ({ say: 'Yes.' }));
    await assert.rejects(scene.talk.undo(), /There is no session yet/);
    await send(scene.talk, 'a');
    await send(scene.talk, 'b');
    const { session } = scene.talk.status;
    assert.equal(await scene.talk.undo(), 'b');
    assert.notEqual(scene.talk.status.session, session);
    assert.deepEqual(told(scene.talk).slice(0, 2), ['message a', 'answer Yes.']);
    await send(scene.talk, 'c');
    assert.deepEqual(scene.asked(), ['a', 'c']);
    assert.equal(await scene.talk.undo(), 'c');
    assert.equal(await scene.talk.undo(), 'a');
    assert.equal(scene.talk.status.session, null);
    await scene.talk.open(session ?? '');
    assert.deepEqual(told(scene.talk), ['message a', 'answer Yes.', 'message b', 'answer Yes.']);
  });

  it('branches into a copy, and leaves the first one as it is', async () => {
    await using scene = await open(() => ({ say: 'Yes.' }));
    await send(scene.talk, 'a');
    const { session } = scene.talk.status;
    await scene.talk.branch(null);
    await send(scene.talk, 'b');
    await scene.talk.open(session ?? '');
    assert.deepEqual(told(scene.talk), ['message a', 'answer Yes.']);
  });

  it('shortens nothing before there is something, and not while a turn runs', async () => {
    await using scene = await open(() => ({ say: 'Yes.' }));
    scene.talk.compact();
    assert.deepEqual(told(scene.talk), ['notice There is nothing to shorten yet.']);
    scene.talk.send('a');
    scene.talk.compact();
    scene.talk.runOwn('echo no');
    assert.deepEqual(told(scene.talk).filter((line) => line.includes('A turn is running')).length, 2);
    await assert.rejects(scene.talk.begin(), /A turn is running/);
    await scene.talk.idle();
    scene.talk.compact();
    await scene.talk.idle();
    assert.match(told(scene.talk).at(-1) ?? '', /^notice .*short/);
  });

  it('says in the second chat that the session is open, until the first one leaves it', async () => {
    await using scene = await open(() => ({ say: 'Yes.' }));
    await send(scene.talk, 'a');
    const second = await scene.second();
    await second.open('last');
    assert.equal(second.status.isShared, true);
    assert.match(told(second).at(-1) ?? '', /open in another chat too/);
    await scene.talk.begin();
    await second.open('last');
    assert.equal(second.status.isShared, false);
  });

  it('shows the end of an own command, how it ended, and that it was stopped', async () => {
    await using scene = await open([]);
    scene.talk.runOwn('echo one; exit 3');
    await scene.talk.idle();
    scene.talk.runOwn('sleep 1000');
    scene.talk.interrupt();
    await scene.talk.idle();
    const ends = scene.talk.transcript.entries.map((entry) => (entry.kind === 'own' ? [entry.output, entry.end] : []));
    assert.deepEqual(ends[0]?.[0], 'one\n');
    assert.match(ends[0]?.[1] ?? '', /^exit code 3, \d+ ms$/);
    assert.match(ends[1]?.[1] ?? '', /^stopped before it began|^ended by SIG/);
  });

  it('goes on with a turn that waited for an answer, in another chat', async () => {
    let mayAsk = false;
    const answerer: Answerer = { ask: async () => (mayAsk ? { answer: 'once', by: 'local:1' } : 'park') };
    await using scene = await open(
      [{ calls: [{ tool: 'shell', input: { command: 'touch made' } }] }, { say: 'Done.' }],
      answerer,
    );
    await send(scene.talk, 'make it');
    const { session } = scene.talk.status;
    await scene.talk.close();
    const talk = await scene.second();
    await talk.open(session ?? '');
    assert.equal(told(talk).at(-1), 'notice Its last turn is unfinished: /continue goes on with it.');
    mayAsk = true;
    talk.goOn();
    await talk.idle();
    assert.deepEqual(told(talk).slice(-1), ['answer Done.']);
    assert.ok(existsSync(join(scene.project, 'made')));
  });

  it('taints the turn that quotes what an own command brought from the network, and no other', async () => {
    await using scene = await open(() => ({ say: 'Seen.' }));
    const suspicious = async (command: string): Promise<unknown> => {
      scene.talk.runOwn(command);
      await scene.talk.idle();
      await send(scene.talk, 'look');
      const archive = await openArchive(toWorld({ cwd: scene.project, env: { HOME: join(scene.project, '../home') } }));
      const { events } = await archive.show('last');
      await archive.close();
      return events.findLast((event) => event.kind === 'message-received')?.suspicious;
    };
    assert.equal(await suspicious('echo mine'), undefined);
    assert.deepEqual(await suspicious('curl -s http://127.0.0.1:1/; true'), [
      'what a command brought from the network',
    ]);
    assert.equal(await suspicious('echo mine again'), undefined);
  });
});
