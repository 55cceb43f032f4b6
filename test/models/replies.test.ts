import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ModelDelta, Usage } from '../../src/ports/model.ts';
import { WIRE_PROTOCOLS, type WireProtocol, type WireReply } from '../../src/testing/wire-server/script.ts';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { ask, faultOf, finish, join, open, play, playFault, signal } from './play.ts';

interface ReplyCase {
  readonly name: string;
  readonly reply: WireReply;
  readonly expected: readonly Said[];
  /** Protocols in which this cannot be said. */
  readonly not?: readonly WireProtocol[];
}

/** What is expected of every protocol: `finish` is filled in with what the protocol tells. */
type Said =
  | ModelDelta
  | { readonly kind: 'end'; readonly reason: 'stop' | 'calls' | 'length'; readonly usage?: Partial<Usage> };

const end = (reason: 'stop' | 'calls' | 'length', usage: Partial<Usage> = {}): Said => ({ kind: 'end', reason, usage });

const WIDE = 'Grüße, 日本, 👩‍👩 🇪🇺';

const call = (callId: string, input: unknown, tool = 'read', fault: string | null = null): ModelDelta => ({
  kind: 'call',
  callId,
  tool,
  input,
  fault,
});

const REPLIES: readonly ReplyCase[] = [
  {
    name: 'text',
    reply: { say: 'Hello, you.' },
    expected: [{ kind: 'text', text: 'Hello, you.' }, end('stop')],
  },
  {
    name: 'reasoning before text',
    reply: { reasoning: 'They greet me.', say: 'Hello.' },
    expected: [{ kind: 'reasoning', text: 'They greet me.' }, { kind: 'text', text: 'Hello.' }, end('stop')],
  },
  {
    name: 'usage',
    reply: { say: 'x', usage: { input: 4321, output: 77, cached: 4000, reasoning: 30 } },
    expected: [
      { kind: 'text', text: 'x' },
      end('stop', { inputTokens: 4321, outputTokens: 77, cachedTokens: 4000, reasoningTokens: 30 }),
    ],
  },
  {
    name: 'a call after text',
    reply: { say: 'I look.', calls: [{ tool: 'read', input: { path: 'a.txt', limit: 3 }, id: 'c1' }] },
    expected: [{ kind: 'text', text: 'I look.' }, call('c1', { path: 'a.txt', limit: 3 }), end('calls')],
  },
  {
    name: 'two calls in one reply',
    reply: {
      calls: [
        { tool: 'read', input: { path: 'a' }, id: 'c1' },
        { tool: 'read', input: { path: 'b' }, id: 'c2' },
      ],
    },
    expected: [call('c1', { path: 'a' }), call('c2', { path: 'b' }), end('calls')],
  },
  {
    name: 'a call without arguments',
    reply: { calls: [{ tool: 'read', input: '', id: 'c1' }] },
    expected: [call('c1', {}), end('calls')],
  },
  {
    name: 'a tool nobody offered',
    reply: { calls: [{ tool: 'launch_rocket', input: { to: 'moon' }, id: 'c1' }] },
    expected: [call('c1', { to: 'moon' }, 'launch_rocket'), end('calls')],
  },
  {
    name: 'arguments that are no object',
    reply: { calls: [{ tool: 'read', input: '["a"]', id: 'c1' }] },
    expected: [call('c1', null, 'read', 'The arguments must be a JSON object, but they are: ["a"]'), end('calls')],
    not: ['gemini'],
  },
  {
    name: 'calls of a server that ends with the reason stop',
    reply: { calls: [{ tool: 'read', input: { path: 'a' }, id: 'c1' }], end: 'stop' },
    expected: [call('c1', { path: 'a' }), end('calls')],
  },
  {
    name: 'a reply that ran into the limit',
    reply: { say: 'And so on', end: 'length' },
    expected: [{ kind: 'text', text: 'And so on' }, end('length')],
  },
  {
    name: 'characters of several bytes, cut after every byte',
    reply: { say: WIDE, chunkBytes: 1 },
    expected: [{ kind: 'text', text: WIDE }, end('stop')],
  },
  {
    name: 'arguments cut inside surrogate pairs and escapes, in chunks of five bytes',
    reply: { calls: [{ tool: 'read', input: { path: `${WIDE}\n"\\"` }, id: 'c1' }], chunkBytes: 5, pieceChars: 1 },
    expected: [call('c1', { path: `${WIDE}\n"\\"` }), end('calls')],
  },
];

for (const protocol of WIRE_PROTOCOLS) {
  describe(`a model behind the protocol ${protocol}`, () => {
    for (const { name, reply, expected, not = [] } of REPLIES) {
      if (not.includes(protocol)) continue;
      it(`gives ${name}`, async () => {
        const filled = expected.map((said) => (said.kind === 'end' ? finish(protocol, said.reason, said.usage) : said));
        assert.deepEqual(join(await play(protocol, reply)), filled);
      });
    }

    it('starts no tool out of half a reply', async () => {
      await using server = await startWireServer([
        {
          calls: [
            { tool: 'read', input: { path: 'a' } },
            { tool: 'read', input: { path: 'b' } },
          ],
          fault: { kind: 'half' },
        },
      ]);
      const model = await open(protocol, server);
      const seen: ModelDelta[] = [];
      const work = (async () => {
        for await (const delta of model.stream(ask(), signal())) seen.push(delta);
      })();
      assert.equal((await faultOf(work)).code, 'model-reply-invalid');
      assert.deepEqual(seen, []);
    });

    it('calls a reply without any content invalid', async () => {
      const found = await playFault(protocol, {});
      assert.equal(found.code, 'model-reply-invalid');
      assert.match(found.message, /gave an empty reply \(reason: (end_turn|stop|STOP|none)\)/);
    });

    it('names a refusal', async () => {
      const found = await playFault(protocol, { end: 'refusal' });
      assert.match(found.message, /gave an empty reply \(reason: (refusal|content_filter|SAFETY)\)/);
    });
  });
}

for (const protocol of ['anthropic', 'openai', 'openai-responses'] as const) {
  describe(`a model behind the protocol ${protocol}, whose arguments are text`, () => {
    it('gives broken arguments as a call with a fault', async () => {
      const broken = { tool: 'read', input: '{"path": "a', id: 'c1' };
      const [delta] = await play(protocol, { calls: [broken] });
      assert.ok(delta?.kind === 'call');
      assert.equal(delta.input, null);
      assert.match(delta.fault ?? '', /^The arguments are not valid JSON: /);
    });
  });
}

describe('a model behind the protocol gemini, whose arguments are no text', () => {
  it('says that the reply broke off when the provider could not read a call', async () => {
    const found = await playFault('gemini', { calls: [{ tool: 'read', input: '{"path": "a' }] });
    assert.equal(found.code, 'model-reply-invalid');
    assert.match(found.message, /broke off its reply \(reason: MALFORMED_FUNCTION_CALL\)\.$/);
  });
});

for (const protocol of ['anthropic', 'openai'] as const) {
  describe(`a model behind the protocol ${protocol}, which gives a reason for its end`, () => {
    it('says when the provider announces a call that does not come', async () => {
      const found = await playFault(protocol, { say: 'I call.', end: 'calls' });
      assert.match(found.message, /said that it calls a tool, and no call came/);
    });
  });
}

for (const protocol of ['anthropic', 'openai-responses', 'gemini'] as const) {
  describe(`a stream of ${protocol}`, () => {
    it('may hold events that are not known yet', async () => {
      assert.deepEqual(join(await play(protocol, { say: 'Hello.', fault: { kind: 'new-event' } })), [
        { kind: 'text', text: 'Hello.' },
        finish(protocol, 'stop'),
      ]);
    });
  });
}

describe('a stream of openai', () => {
  it('may hold no event of another form', async () => {
    const found = await playFault('openai', { say: 'Hello.', fault: { kind: 'new-event' } });
    assert.equal(found.code, 'model-reply-invalid');
    assert.match(found.message, /sent an event of unknown form: \{"type":"weather","sky":"clear"\}\.$/);
  });
});
