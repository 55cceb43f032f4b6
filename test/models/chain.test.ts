import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fault } from '../../src/base/fault.ts';
import { openModel } from '../../src/models/open-model.ts';
import type { Model, ModelDelta } from '../../src/ports/model.ts';
import {
  WIRE_PROTOCOLS,
  type WireFault,
  type WireProtocol,
  type WireReply,
} from '../../src/testing/wire-server/script.ts';
import { startWireServer, type WireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { ask, collect, faultOf, finish, join, open, REFERENCE, signal, status } from './play.ts';

/** As patient as the real one, and a thousand times as fast. */
const retry = { attempts: 5, firstWaitMs: 1, maxWaitMs: 60, totalMs: 60_000 };

const bad = (code: number, message = 'no', headers: Record<string, string> = {}): WireReply => ({
  fault: status(code, message),
  headers,
});

/** What came, with the waits left out: they are chance. */
const shown = (deltas: readonly ModelDelta[]): unknown[] =>
  join(deltas).map((delta) =>
    delta.kind === 'retry' ? `${delta.provider}: ${delta.why} (${delta.attempt} of ${delta.attempts})` : delta,
  );

async function playAll(protocol: WireProtocol, replies: readonly WireReply[]): Promise<[unknown[], number]> {
  await using server = await startWireServer(replies);
  const model = await open(protocol, server, { retry });
  return [shown(await collect(model.stream(ask(), signal()))), server.requests.length];
}

for (const protocol of WIRE_PROTOCOLS) {
  const done = [{ kind: 'text', text: 'Hello.' }, finish(protocol, 'stop')];

  describe(`a request over ${protocol} that fails in passing`, () => {
    it('is sent again until it is answered, and every wait is told', async () => {
      const replies = [bad(529), bad(429, 'slow down', { 'retry-after': '0' }), bad(503), { say: 'Hello.' }];
      assert.deepEqual(await playAll(protocol, replies), [
        [
          'local: overloaded (529) (2 of 5)',
          'local: rate limit (429) (3 of 5)',
          'local: unavailable (503) (4 of 5)',
          ...done,
        ],
        4,
      ]);
    });

    it('is sent again when the connection broke before a word', async () => {
      const replies: readonly WireReply[] = [
        { fault: { kind: 'reset' }, calls: [{ tool: 'read', input: {} }] },
        { say: 'Hello.' },
      ];
      assert.deepEqual(await playAll(protocol, replies), [['local: a broken reply (2 of 5)', ...done], 2]);
    });

    it('is sent again when the provider reports an overload first', async () => {
      const fault: WireFault = { kind: 'error-event', type: 'overloaded_error', message: 'Too busy', atStart: true };
      const [said, count] = await playAll(protocol, [{ fault }, { say: 'Hello.' }]);
      assert.deepEqual([said.slice(1), count], [done, 2]);
      assert.match(String(said[0]), /^local: .*\(2 of 5\)$/);
    });

    it('fails after five times, with the last failure', async () => {
      await using server = await startWireServer(() => bad(529, 'Overloaded'));
      const model = await open(protocol, server, { retry });
      const found = await faultOf(collect(model.stream(ask(), signal())));
      assert.match(found.message, /answered 529: Overloaded\.$/);
      assert.equal(server.requests.length, 5);
    });

    it('is not sent again after a word', async () => {
      await using server = await startWireServer([{ say: 'Some words and more.', fault: { kind: 'reset' } }]);
      const model = await open(protocol, server, { retry });
      assert.equal((await faultOf(collect(model.stream(ask(), signal())))).code, 'model-reply-invalid');
      assert.equal(server.requests.length, 1);
    });

    it('ends at once when aborted while it waits', async () => {
      await using server = await startWireServer([bad(429, 'slow down', { 'retry-after': '50' })]);
      const model = await open(protocol, server, { retry: { ...retry, maxWaitMs: 60_000 } });
      const controller = new AbortController();
      const reason = new Error('the person pressed Escape');
      const work = (async () => {
        for await (const delta of model.stream(ask(), controller.signal)) {
          assert.ok(delta.kind === 'retry' && delta.waitMs === 50_000);
          queueMicrotask(() => controller.abort(reason));
        }
      })();
      await assert.rejects(work, reason);
    });
  });
}

const ONCE_ONLY: readonly (readonly [name: string, reply: WireReply])[] = [
  ['a wait that is too long', bad(429, 'slow down', { 'retry-after': '3600' })],
  ['a quota that is used up', bad(429, 'insufficient_quota')],
  ['a wrong key', bad(401)],
  ['a provider that says not to', bad(500, 'no', { 'x-should-retry': 'false' })],
  ['a request that is at fault', bad(400)],
  ['an empty 200', { fault: { kind: 'empty' } }],
];

describe('a request is sent once', () => {
  for (const [name, reply] of ONCE_ONLY) {
    it(`for ${name}`, async () => {
      await using server = await startWireServer(() => reply);
      const model = await open('anthropic', server, { retry });
      await faultOf(collect(model.stream(ask(), signal())));
      assert.equal(server.requests.length, 1);
    });
  }
});

/** Two providers, the second one behind the first. */
async function openTwo(first: WireServer, second: WireServer): Promise<Model> {
  const providers = {
    local: { protocol: 'anthropic', baseUrl: first.baseUrl },
    spare: { protocol: 'gemini', baseUrl: second.baseUrl },
  } as const;
  const opened = await openModel(REFERENCE, { providers, allowFake: false, retry }, [REFERENCE, 'spare:other']);
  assert.ok(opened.ok);
  return opened.value;
}

const spare = { ...finish('gemini', 'stop'), model: 'spare:other' };

const STEPS_IN: readonly (readonly [name: string, reply: WireReply, message: RegExp])[] = [
  ['a wrong key', bad(401, 'invalid key'), /^local:test-model answered 401 Unauthorized: invalid key\.$/],
  ['an unknown model', bad(404, 'no such model'), /404 Not Found/],
  ['an account without money', bad(400, 'Your credit balance is too low'), /400 Bad Request/],
  ['an overload that lasts', bad(529), /answered 529/],
  ['a broken protocol', { fault: { kind: 'garbage' } }, /sent a line that is not JSON/],
  ['half a reply without a word', { fault: { kind: 'half' } }, /answered with nothing/],
];

const STANDS_BACK: readonly (readonly [name: string, reply: WireReply])[] = [
  ['a conversation that is too long', bad(400, 'prompt is too long: 210000 tokens > 200000 maximum')],
  ['a request that is too large', bad(413)],
  ['a refusal', { end: 'refusal' }],
  ['half a reply', { say: 'Some words and more.', fault: { kind: 'half' } }],
];

describe('the next model', () => {
  for (const [name, reply, message] of STEPS_IN) {
    it(`is asked after ${name}`, async () => {
      await using first = await startWireServer(() => reply);
      await using second = await startWireServer([{ say: 'Hello.' }]);
      const model = await openTwo(first, second);
      const deltas = (await collect(model.stream(ask(), signal()))).filter(({ kind }) => kind !== 'retry');
      const [fallback, ...rest] = join(deltas);
      assert.ok(fallback?.kind === 'fallback');
      assert.deepEqual([fallback.model, fallback.next], [REFERENCE, 'spare:other']);
      assert.match(fallback.message, message);
      assert.notEqual(fallback.hint, '');
      assert.deepEqual(rest, [{ kind: 'text', text: 'Hello.' }, spare]);
    });
  }

  for (const [name, reply] of STANDS_BACK) {
    it(`is not asked after ${name}`, async () => {
      await using first = await startWireServer(() => reply);
      await using second = await startWireServer([{ say: 'Hello.' }]);
      const found: Fault = await faultOf(collect((await openTwo(first, second)).stream(ask(), signal())));
      assert.match(found.message, /^local:test-model /);
      assert.equal(second.requests.length, 0);
    });
  }

  it('stays the one that is asked', async () => {
    await using first = await startWireServer(() => bad(401));
    await using second = await startWireServer([{ say: 'One.' }, { say: 'Two.' }]);
    const model = await openTwo(first, second);
    await collect(model.stream(ask(), signal()));
    assert.deepEqual(join(await collect(model.stream(ask(), signal()))), [{ kind: 'text', text: 'Two.' }, spare]);
    assert.deepEqual([first.requests.length, model.name], [1, REFERENCE]);
  });

  it('gives the failure when it fails as well', async () => {
    await using first = await startWireServer(() => bad(401));
    await using second = await startWireServer(() => bad(403));
    const found = await faultOf(collect((await openTwo(first, second)).stream(ask(), signal())));
    assert.match(found.message, /^spare:other answered 403 Forbidden/);
  });

  it('is checked before anything is sent', async () => {
    const config = { providers: { local: { baseUrl: 'http://127.0.0.1:1' } }, allowFake: false };
    const opened = await openModel('local:m', config, ['gemini:g']);
    assert.equal(!opened.ok && opened.error.code, 'model-key-missing');
  });
});
