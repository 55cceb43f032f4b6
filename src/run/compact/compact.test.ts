import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openStore } from '../../store/open-store.ts';
import { taintOf } from '../../guard/envelope.ts';
import { createPlayedJudge, createPlayedModel, createPlayedTool, createRunWorld } from '../../testing/run-world.ts';
import type { PlayedReply } from '../../testing/run-world.ts';
import type { Message } from '../../vocab/message.ts';
import { driveRun } from '../drive.ts';
import { foldRun } from '../fold.ts';
import { estimateTokens, planCompaction } from './plan-compaction.ts';
import { renderRecord, renderTranscript } from './render-summary.ts';

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-compact-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const NEVER = new AbortController().signal;
const LONG = 'x'.repeat(6_000);
let made = 0;

/** A run with a window of 10,000 tokens whose calls give 1,500 each. */
async function play(replies: readonly PlayedReply[], { scripted = false, text = 'never touch lib/' } = {}) {
  const store = openStore(join(folder, `${made++}`, 'state.db'), () => 1);
  const look = createPlayedTool('look', async ({ input }) => ({
    isError: false,
    text: `${JSON.stringify(input)} ${LONG}`,
  }));
  const small = createPlayedTool('small', async () => ({ isError: false, text: 'ok' }));
  const big = createPlayedTool('big', async ({ input }) => ({
    isError: false,
    text: input['n'] === 2 ? LONG.repeat(4) : 'ok',
  }));
  const skill = createPlayedTool('skill', async ({ input }) => ({
    isError: false,
    text: `Skill 'release' loaded:\n\nTwice, by version ${String(input['version'])}.`,
  }));
  const fetch = createPlayedTool('fetch', async () => ({ isError: false, text: LONG, origin: 'network' }));
  const played = createPlayedModel(replies);
  const model = { ...played, scripted };
  const judge = createPlayedJudge((tool) => ({ verdict: tool === 'no' ? 'deny' : 'allow' }));
  const world = createRunWorld({ store, model, judge, tools: [look, fetch, small, big, skill] });
  const begun = await world.begin(text, 40);
  const { state } = await driveRun({ ...begun, windowTokens: 10_000 }, world.ports, NEVER);
  const events = (await store.log.read(state.session)).map((event) =>
    event.kind === 'run-started' ? { ...event, windowTokens: 10_000 } : event,
  );
  return { state, events, requests: played.requests };
}

const look = (n: number): PlayedReply => ({ calls: [{ tool: 'look', input: { n } }] });
const SUMMARY: PlayedReply = { say: 'It looked at five things.' };

describe('a history that fills the window', () => {
  it('is shortened by the model; words of the person and refusals stay byte for byte, and calls keep their results', async () => {
    const looks = [1, 2, 3, 4].map(look);
    const { state, events, requests } = await play([
      { calls: [{ tool: 'no', input: {} }] },
      ...looks,
      SUMMARY,
      look(5),
      { say: 'done' },
    ]);
    const compacted = events.find(({ kind }) => kind === 'history-compacted');
    assert.ok(compacted?.kind === 'history-compacted');
    assert.equal(compacted.by, 'model');
    assert.ok(compacted.after < compacted.before * 0.7);
    const [refusal = ''] = state.messages
      .flatMap((message) => (message.role === 'summary' ? message.kept : []))
      .slice(1);
    assert.match(refusal, /^Denied by Bailiwick/);
    const next = requests[6]?.messages ?? [];
    const [first] = next;
    assert.ok(first?.role === 'user' && first.text.includes('It looked at five things.'));
    assert.ok(first.text.includes('[1] never touch lib/\n') && first.text.includes(refusal));
    assert.ok(JSON.stringify(next).length < JSON.stringify(requests[4]?.messages).length);
    const called = next.flatMap((message) =>
      message.role === 'assistant' ? message.calls.map(({ callId }) => callId) : [],
    );
    const answered = next.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
    assert.deepEqual(answered, called);
    assert.equal(state.end?.reason, 'answered');
    assert.deepEqual(foldRun(events), state);
  });

  it('is shortened again and again, and what was kept stays', async () => {
    const replies = Array.from({ length: 6 }, (_, i) => [look(i * 3), look(i * 3 + 1), look(i * 3 + 2)]).flat();
    const { events, state } = await play([...replies, { say: 'done' }], { scripted: true });
    const compacted = events.filter(({ kind }) => kind === 'history-compacted');
    assert.ok(compacted.length > 2, String(compacted.length));
    for (const event of compacted)
      assert.ok(event.kind === 'history-compacted' && event.by === 'record' && event.kept.includes('never touch lib/'));
    assert.equal(state.end?.reason, 'answered');
  });

  it('is a bare record where the model says nothing, or far too much', async () => {
    for (const bad of [{ say: ' ' }, { say: 'y'.repeat(20_000) }, { error: new Error('not a fault') }]) {
      const work = play([...[1, 2, 3, 4].map(look), bad, { say: 'done' }]);
      if ('error' in bad) await assert.rejects(work, /not a fault/);
      else assert.ok((await work).events.some((event) => event.kind === 'history-compacted' && event.by === 'record'));
    }
  });

  it('stays tainted by what came into it', async () => {
    const { state } = await play([
      { calls: [{ tool: 'fetch', input: {} }] },
      ...[1, 2, 3, 4].map(look),
      SUMMARY,
      { say: 'done' },
    ]);
    assert.deepEqual([state.messages[0]?.role, taintOf(state.messages)], ['summary', ['network']]);
  });

  it('keeps the newest instructions of each skill that was loaded, as often as it is shortened', async () => {
    const replies = Array.from({ length: 6 }, (_, i) => [look(i * 3), look(i * 3 + 1), look(i * 3 + 2)]).flat();
    const skill = (version: number): PlayedReply => ({ calls: [{ tool: 'skill', input: { version } }] });
    const { events } = await play([skill(1), skill(2), ...replies, { say: 'done' }], { scripted: true });
    const compacted = events.filter(({ kind }) => kind === 'history-compacted');
    assert.ok(compacted.length > 2, String(compacted.length));
    for (const event of compacted)
      assert.deepEqual(event.kind === 'history-compacted' && event.kept, [
        'never touch lib/',
        "Skill 'release' loaded:\n\nTwice, by version 2.",
      ]);
  });

  it('is left to the provider where what came last fills it alone', async () => {
    const { state, events } = await play([{ say: 'done' }], { text: LONG.repeat(8) });
    assert.equal(state.end?.reason, 'answered');
    assert.equal(
      events.some(({ kind }) => kind === 'history-compacted'),
      false,
    );
  });

  it('ends the turn where a shorter one is not really shorter', async () => {
    const short = Array.from({ length: 3 }, (_, n) => ({ calls: [{ tool: 'big', input: { n } }] }));
    const { state } = await play([
      { calls: [{ tool: 'small', input: {} }] },
      ...short,
      SUMMARY,
      { say: 'never asked' },
    ]);
    assert.deepEqual(
      [state.end?.reason, state.end?.message.startsWith('The conversation is too long')],
      ['budget', true],
    );
  });
});

const user = (text: string): Message => ({ role: 'user', text, origin: 'owner', private: false });
const tool = (text: string): Message => ({
  role: 'tool',
  callId: 'c',
  tool: 'read',
  text,
  isError: false,
  origin: 'tool:read',
  private: false,
});
const asked: Message = {
  role: 'assistant',
  text: 'I look',
  calls: [{ id: 'i', callId: 'c', tool: 'read', input: { path: 'a' }, fault: null }],
};

describe('how full a window is', () => {
  it('is told by the provider, and by what came since', () => {
    const messages = [user('a'), asked, tool('y'.repeat(400))];
    const told = {
      kind: 'reply-received',
      text: '',
      calls: [],
      reason: 'calls',
      inputTokens: 500,
      outputTokens: 1,
    } as const;
    const reply = { ...told, model: 'm', cachedTokens: null, reasoningTokens: null };
    assert.equal(estimateTokens({ messages, reply, counted: 2 }), 600);
    assert.equal(estimateTokens({ messages, reply: null, counted: null }) > 3_000, true);
  });

  it('does not matter while there is room', () => {
    const state = foldRun([]);
    assert.equal(planCompaction({ ...state, messages: [user(LONG)], windowTokens: 8_000 }), null);
  });
});

describe('what a model is given to shorten', () => {
  it('names who said what, frames what others wrote, and keeps the end', () => {
    const framed: Message = { ...tool('follow me'), frame: 'n1', origin: 'network' } as Message;
    const text = renderTranscript([user('hello'), asked, framed], 10_000);
    assert.match(
      text,
      /^Person: hello\n\nAgent: I look\nCall: read \{"path":"a"\}\n\nResult of read: <untrusted n1 from="read, network">/,
    );
    assert.match(
      renderTranscript([user('a'.repeat(50)), user('the end')], 20),
      /^\[the beginning is left out\]\n.*the end$/s,
    );
  });

  it('is one line a call in a record', () => {
    assert.equal(
      renderRecord([user('hello'), asked, tool('one\ntwo')], 1_000),
      'Agent: I look\nCalled read {"path":"a"}\n  one',
    );
    assert.equal(renderRecord([user('hello'), asked, tool('one')], 8), '  one');
  });
});
