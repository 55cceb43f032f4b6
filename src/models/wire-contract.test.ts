import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fault } from '../base/fault.ts';
import type { Model, ModelDelta, ModelMessage, ModelRequest } from '../ports/model.ts';
import type { WireFault, WireProtocol, WireReply } from '../testing/wire-server/script.ts';
import { startWireServer, type WireScript, type WireServer } from '../testing/wire-server/start-wire-server.ts';
import { openModel } from './open-model.ts';
import { isRecord } from './parse-arguments.ts';

const KEY = 'sk-test-0123456789abcdef';

const TOOLS = [
  { name: 'read', description: 'Reads a file.', schema: { type: 'object', properties: { path: { type: 'string' } } } },
];

const ask = (...messages: readonly ModelMessage[]): ModelRequest => ({
  system: 'You are a test.',
  messages: messages.length > 0 ? messages : [{ role: 'user', text: 'Hello' }],
  tools: TOOLS,
  maxOutputTokens: 512,
});

async function open(protocol: WireProtocol, server: WireServer, idleTimeoutMs = 60_000): Promise<Model> {
  const provider = { protocol, baseUrl: server.baseUrl, apiKey: KEY };
  const opened = await openModel('local:test-model', {
    providers: { local: provider },
    allowFake: false,
    idleTimeoutMs,
  });
  assert.ok(opened.ok);
  return opened.value;
}

async function collect(stream: AsyncIterable<ModelDelta>): Promise<ModelDelta[]> {
  const deltas: ModelDelta[] = [];
  for await (const delta of stream) deltas.push(delta);
  return deltas;
}

/** Neighbouring pieces of one kind joined, so that the cuts of the wire do not matter. */
function join(deltas: readonly ModelDelta[]): ModelDelta[] {
  const joined: ModelDelta[] = [];
  for (const delta of deltas) {
    const last = joined.at(-1);
    if ((delta.kind === 'text' || delta.kind === 'reasoning') && last?.kind === delta.kind) {
      joined[joined.length - 1] = { kind: delta.kind, text: last.text + delta.text };
    } else {
      joined.push(delta);
    }
  }
  return joined;
}

const signal = (): AbortSignal => new AbortController().signal;

/** Plays one reply and gives back what the model said. */
async function play(protocol: WireProtocol, reply: WireReply): Promise<ModelDelta[]> {
  await using server = await startWireServer([reply]);
  const model = await open(protocol, server);
  return await collect(model.stream(ask(), signal()));
}

/** Plays one reply and gives back the fault it ends with. */
async function playFault(protocol: WireProtocol, reply: WireReply, idleTimeoutMs?: number): Promise<Fault> {
  await using server = await startWireServer([reply]);
  const model = await open(protocol, server, idleTimeoutMs);
  return await faultOf(collect(model.stream(ask(), signal())));
}

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof Fault, `no fault but ${String(error)}`);
    return error;
  }
  throw new assert.AssertionError({ message: 'nothing was thrown' });
}

const finish = (reason: 'stop' | 'calls' | 'length' | 'other', input = 10, output = 5): ModelDelta => ({
  kind: 'finish',
  reason,
  usage: { inputTokens: input, outputTokens: output },
});

interface ReplyCase {
  readonly name: string;
  readonly reply: WireReply;
  readonly expected: readonly ModelDelta[];
}

const WIDE = 'Grüße, 日本語, 👩‍👩‍👧‍👦 and 🇪🇺.';

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
    expected: [{ kind: 'text', text: 'Hello, you.' }, finish('stop')],
  },
  {
    name: 'reasoning before text',
    reply: { reasoning: 'They greet me.', say: 'Hello.' },
    expected: [{ kind: 'reasoning', text: 'They greet me.' }, { kind: 'text', text: 'Hello.' }, finish('stop')],
  },
  {
    name: 'usage',
    reply: { say: 'x', usage: { input: 4321, output: 77 } },
    expected: [{ kind: 'text', text: 'x' }, finish('stop', 4321, 77)],
  },
  {
    name: 'a call after text',
    reply: { say: 'I look.', calls: [{ tool: 'read', input: { path: 'a.txt', limit: 3 }, id: 'c1' }] },
    expected: [{ kind: 'text', text: 'I look.' }, call('c1', { path: 'a.txt', limit: 3 }), finish('calls')],
  },
  {
    name: 'two calls in one reply',
    reply: {
      calls: [
        { tool: 'read', input: { path: 'a' }, id: 'c1' },
        { tool: 'read', input: { path: 'b' }, id: 'c2' },
      ],
    },
    expected: [call('c1', { path: 'a' }), call('c2', { path: 'b' }), finish('calls')],
  },
  {
    name: 'a call without arguments',
    reply: { calls: [{ tool: 'read', input: '', id: 'c1' }] },
    expected: [call('c1', {}), finish('calls')],
  },
  {
    name: 'a tool nobody offered',
    reply: { calls: [{ tool: 'launch_rocket', input: { to: 'moon' }, id: 'c1' }] },
    expected: [call('c1', { to: 'moon' }, 'launch_rocket'), finish('calls')],
  },
  {
    name: 'arguments that are no object',
    reply: { calls: [{ tool: 'read', input: '["a"]', id: 'c1' }] },
    expected: [call('c1', null, 'read', 'The arguments must be a JSON object, but they are: ["a"]'), finish('calls')],
  },
  {
    name: 'calls of a server that ends with the reason stop',
    reply: { calls: [{ tool: 'read', input: { path: 'a' }, id: 'c1' }], end: 'stop' },
    expected: [call('c1', { path: 'a' }), finish('calls')],
  },
  {
    name: 'a reply that ran into the limit',
    reply: { say: 'And so on', end: 'length' },
    expected: [{ kind: 'text', text: 'And so on' }, finish('length')],
  },
  {
    name: 'characters of several bytes, cut after every byte',
    reply: { say: WIDE, chunkBytes: 1, pieceChars: 1 },
    expected: [{ kind: 'text', text: WIDE }, finish('stop')],
  },
  {
    name: 'arguments cut inside surrogate pairs and escapes, in chunks of three bytes',
    reply: { calls: [{ tool: 'read', input: { path: `${WIDE}\n"\\"` }, id: 'c1' }], chunkBytes: 3, pieceChars: 1 },
    expected: [call('c1', { path: `${WIDE}\n"\\"` }), finish('calls')],
  },
];

interface FaultCase {
  readonly name: string;
  readonly fault: WireFault;
  readonly headers?: Readonly<Record<string, string>>;
  readonly code: 'model-failed' | 'model-reply-invalid';
  readonly message: RegExp;
  readonly hint?: RegExp;
}

const status = (code: number, message: string): WireFault => ({ kind: 'status', status: code, message });

const FAULTS: readonly FaultCase[] = [
  {
    name: '401',
    fault: status(401, `invalid key ${KEY}`),
    code: 'model-failed',
    message: /^local:test-model answered 401 Unauthorized: invalid key \[key\]\.$/,
    hint: /^check the key: providers\.local\.api_key in config\.yml, with \$\{LOCAL_API_KEY\} or \{file:path\}/,
  },
  { name: '403', fault: status(403, 'no access'), code: 'model-failed', message: /403 Forbidden: no access\.$/ },
  {
    name: '404',
    fault: status(404, 'model not found'),
    code: 'model-failed',
    message: /404 Not Found: model not found\.$/,
    hint: /base_url \(http:\/\/127\.0\.0\.1:\d+\/v1\)/,
  },
  {
    name: '429 with a time to wait',
    fault: status(429, 'slow down'),
    headers: { 'retry-after': '7' },
    code: 'model-failed',
    message: /429 Too Many Requests: slow down\.$/,
    hint: /\(it asks to wait 7 s\)$/,
  },
  { name: '500', fault: status(500, 'oops'), code: 'model-failed', message: /500 Internal Server Error: oops\.$/ },
  { name: '529', fault: status(529, 'Overloaded'), code: 'model-failed', message: /answered 529: Overloaded\.$/ },
  {
    name: 'an error whose body is a sentence in another form',
    fault: { kind: 'status', status: 400, message: '', body: '{"error":"model \'x\' does not know tools"}' },
    code: 'model-failed',
    message: /400 Bad Request: model 'x' does not know tools\.$/,
  },
  {
    name: 'an error page of a proxy',
    fault: { kind: 'status', status: 502, message: '', body: '<html><h1>Bad</h1></html>' },
    code: 'model-failed',
    message: /answered 502 Bad Gateway\.$/,
  },
  {
    name: 'an error body without end is not kept',
    fault: { kind: 'status', status: 500, message: '', body: `{"error":{"message":"big ${'x'.repeat(200_000)}"}}` },
    code: 'model-failed',
    message: /^.{0,100}500 Internal Server Error: .{0,300}…\.$/s,
  },
  {
    name: 'a redirect, which is not followed',
    fault: { kind: 'status', status: 307, message: '', body: '' },
    headers: { location: 'https://user:secret@elsewhere.example/v1?token=secret' },
    code: 'model-failed',
    message: /307 Temporary Redirect: it points to https:\/\/elsewhere\.example\/v1\.$/,
    hint: /set providers\.local\.base_url/,
  },
  {
    name: 'a status without a body',
    fault: { kind: 'status', status: 204, message: '', body: '' },
    headers: { 'content-type': 'text/event-stream' },
    code: 'model-reply-invalid',
    message: /sent a reply that could not be read: /,
  },
  {
    name: 'a page with status 200',
    fault: { kind: 'status', status: 200, message: '', body: '<html>Sign in</html>' },
    headers: { 'content-type': 'text/html; charset=utf-8' },
    code: 'model-reply-invalid',
    message: /answered with text\/html; charset=utf-8 instead of a stream of events; check base_url\.$/,
  },
  {
    name: 'a server that does not stream',
    fault: { kind: 'status', status: 200, message: '', body: '{"choices":[]}' },
    code: 'model-reply-invalid',
    message: /answered with application\/json instead of a stream/,
  },
  {
    name: 'a compressed reply',
    fault: { kind: 'empty' },
    headers: { 'content-encoding': 'br' },
    code: 'model-failed',
    message: /could not be read: the reply is compressed \(br\)/,
  },
  {
    name: 'an error as the first event',
    fault: { kind: 'error-event', type: 'overloaded_error', message: 'Too busy', atStart: true },
    code: 'model-failed',
    message: /Too busy\.$/,
  },
  {
    name: 'an empty 200',
    fault: { kind: 'empty' },
    code: 'model-reply-invalid',
    message: / answered with nothing\.$/,
  },
  {
    name: 'half a stream that ends in good order',
    fault: { kind: 'half' },
    code: 'model-reply-invalid',
    message: / stopped in the middle of its reply\.$/,
  },
  {
    name: 'half a stream and a broken connection',
    fault: { kind: 'reset' },
    code: 'model-reply-invalid',
    message: /broke the connection in the middle of its reply\.$/,
  },
  {
    name: 'a line that is no JSON',
    fault: { kind: 'garbage' },
    code: 'model-reply-invalid',
    message: /sent a line that is not JSON: \{"type": <html>\.$/,
  },
  {
    name: 'an error event in the middle',
    fault: { kind: 'error-event', type: 'overloaded_error', message: 'Too busy' },
    code: 'model-failed',
    message: /reported overloaded_error in the middle of its reply: Too busy\.$/,
    hint: /too much to do/,
  },
];

for (const protocol of ['anthropic', 'openai'] as const) {
  describe(`a model behind the protocol ${protocol}`, () => {
    for (const { name, reply, expected } of REPLIES) {
      it(`gives ${name}`, async () => assert.deepEqual(join(await play(protocol, reply)), expected));
    }

    it('gives broken arguments as a call with a fault', async () => {
      const broken = { tool: 'read', input: '{"path": "a', id: 'c1' };
      const [delta] = await play(protocol, { calls: [broken] });
      assert.ok(delta?.kind === 'call');
      assert.equal(delta.input, null);
      assert.match(delta.fault ?? '', /^The arguments are not valid JSON: /);
    });

    for (const { name, fault, headers, code, message, hint } of FAULTS) {
      it(`turns ${name} into ${code}`, async () => {
        const calls = [{ tool: 'read', input: { path: 'a' } }];
        const found = await playFault(protocol, { say: 'Some words first.', calls, fault, headers: headers ?? {} });
        assert.equal(found.code, code);
        assert.match(found.message, message);
        if (hint !== undefined) assert.match(found.hint, hint);
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
      assert.match(found.message, /gave an empty reply \(reason: (end_turn|stop)\)/);
    });

    it('names a refusal', async () => {
      const found = await playFault(protocol, { end: 'refusal' });
      assert.match(found.message, /gave an empty reply \(reason: (refusal|content_filter)\)/);
    });

    it('says when the provider announces a call that does not come', async () => {
      const found = await playFault(protocol, { say: 'I call.', end: 'calls' });
      assert.match(found.message, /said that it calls a tool, and no call came/);
    });

    it('gives up on a provider that never answers', async () => {
      const found = await playFault(protocol, { fault: { kind: 'silent' } }, 30);
      assert.equal(found.code, 'model-failed');
      assert.match(found.message, /stayed silent: nothing came for 1 s/);
    });

    it('gives up on a provider that falls silent', async () => {
      const found = await playFault(protocol, { say: 'Some words.', fault: { kind: 'hang' } }, 30);
      assert.match(found.message, /stayed silent/);
    });

    it('waits for a slow first byte', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await using server = await startWireServer([{ say: 'Late.', after: promise }]);
      const model = await open(protocol, server);
      const reply = collect(model.stream(ask(), signal()));
      resolve();
      assert.deepEqual(join(await reply), [{ kind: 'text', text: 'Late.' }, finish('stop')]);
    });

    it('ends within a second when aborted in the middle, and the connection with it', async () => {
      await using server = await startWireServer([{ say: 'Some words and more.', fault: { kind: 'hang' } }]);
      const model = await open(protocol, server);
      const controller = new AbortController();
      const reason = new Error('the person pressed Escape');
      let abortedAt = 0;
      const work = (async () => {
        for await (const delta of model.stream(ask(), controller.signal)) {
          assert.equal(delta.kind, 'text');
          abortedAt ||= performance.now();
          controller.abort(reason);
        }
      })();
      await assert.rejects(work, reason);
      assert.ok(performance.now() - abortedAt < 1000);
      assert.equal(await server.requests[0]?.gone, true);
    });

    it('ends when aborted before the first byte', async () => {
      const controller = new AbortController();
      const reason = new Error('stop');
      const script: WireScript = () => {
        queueMicrotask(() => controller.abort(reason));
        return { fault: { kind: 'silent' } };
      };
      await using server = await startWireServer(script);
      const model = await open(protocol, server);
      await assert.rejects(collect(model.stream(ask(), controller.signal)), reason);
      assert.equal(await server.requests[0]?.gone, true);
    });

    it('sends nothing when aborted before', async () => {
      await using server = await startWireServer([{ say: 'x' }]);
      const model = await open(protocol, server);
      const reason = new Error('stop');
      await assert.rejects(collect(model.stream(ask(), AbortSignal.abort(reason))), reason);
      assert.equal(server.requests.length, 0);
    });

    it('lets the connection go when nobody reads on', async () => {
      await using server = await startWireServer([{ say: 'Some words and more.', fault: { kind: 'hang' } }]);
      const model = await open(protocol, server);
      for await (const delta of model.stream(ask(), signal())) {
        assert.equal(delta.kind, 'text');
        break;
      }
      assert.equal(await server.requests[0]?.gone, true);
    });

    it('carries a conversation of ten calls, each with its result', async () => {
      await using server = await startWireServer(
        (_request, index) =>
          index < 10
            ? { say: index % 2 === 0 ? '' : `Step ${index}.`, calls: [{ tool: 'read', input: { path: `f${index}` } }] }
            : { say: 'Done.' },
        { key: KEY },
      );
      const model = await open(protocol, server);
      const messages: ModelMessage[] = [{ role: 'user', text: 'Read ten files.' }];
      for (let index = 0; index < 10; index++) messages.push(...(await takeTurn(model, messages, index)));
      const last = join(await collect(model.stream(ask(...messages), signal())));
      assert.deepEqual(last, [{ kind: 'text', text: 'Done.' }, finish('stop')]);
      assert.equal(server.requests.length, 11);
      assert.ok(server.requests[10]?.bytes.toString().includes('content of f9'));
    });

    it('sends the limit, the tools and the key, and hides the key from faults', async () => {
      await using server = await startWireServer([{ say: 'x' }], { key: KEY });
      const model = await open(protocol, server);
      await collect(model.stream(ask(), signal()));
      const { body, headers } = server.requests[0]!;
      assert.ok(isRecord(body));
      assert.equal(body['max_tokens'], 512);
      assert.equal(body['model'], 'test-model');
      assert.equal(Array.isArray(body['tools']) && body['tools'].length, 1);
      assert.equal(headers['accept-encoding'], 'identity');
    });

    it('takes back its own call with broken arguments', async () => {
      await using server = await startWireServer([{ say: 'Sorry.' }]);
      const model = await open(protocol, server);
      const request = ask(
        { role: 'user', text: 'Read.' },
        { role: 'assistant', text: '', calls: [{ callId: 'c1', tool: 'read', input: null }] },
        { role: 'tool', callId: 'c1', tool: 'read', text: 'The arguments are not valid JSON.', isError: true },
      );
      assert.deepEqual(join(await collect(model.stream(request, signal()))), [
        { kind: 'text', text: 'Sorry.' },
        finish('stop'),
      ]);
    });

    it('keeps every secret out of what a fault prints', async () => {
      const found = await playFault(protocol, { fault: status(401, `Incorrect API key provided: ${KEY}`) });
      const { inspect } = await import('node:util');
      assert.ok(!inspect(found, { depth: 10, showHidden: true }).includes(KEY));
    });

    it('works behind a base path', async () => {
      await using server = await startWireServer([{ say: 'Here.' }], { basePath: '/gateway/models' });
      const model = await open(protocol, server);
      assert.deepEqual(join(await collect(model.stream(ask(), signal()))), [
        { kind: 'text', text: 'Here.' },
        finish('stop'),
      ]);
    });

    it('sends again on a new connection when the server had closed the kept one', async () => {
      await using server = await startWireServer([{ say: 'One.' }, { fault: { kind: 'stale' } }, { say: 'Two.' }]);
      const model = await open(protocol, server);
      await collect(model.stream(ask(), signal()));
      assert.deepEqual(join(await collect(model.stream(ask(), signal()))), [
        { kind: 'text', text: 'Two.' },
        finish('stop'),
      ]);
      assert.equal(server.requests.length, 3);
    });

    it('says that nothing listens', async () => {
      const server = await startWireServer([]);
      const model = await open(protocol, server);
      await server.close();
      const found = await faultOf(collect(model.stream(ask(), signal())));
      assert.equal(found.code, 'model-failed');
      assert.match(
        found.message,
        /could not be reached at http:\/\/127\.0\.0\.1:\d+\/v1: nothing listens there \(ECONNREFUSED\)\.$/,
      );
    });

    it('says that a name has no address', async () => {
      const providers = { local: { protocol, baseUrl: 'http://no-such-host.invalid/v1', apiKey: KEY } };
      const opened = await openModel('local:m', { providers, allowFake: false });
      assert.ok(opened.ok);
      const found = await faultOf(collect(opened.value.stream(ask(), signal())));
      assert.equal(found.code, 'model-failed');
      assert.match(
        found.message,
        /could not be reached at http:\/\/no-such-host\.invalid\/v1: .*\((ENOTFOUND|EAI_AGAIN)\)\.$/,
      );
    });
  });
}

/** One call and its result, as the run adds them to the conversation. */
async function takeTurn(model: Model, messages: readonly ModelMessage[], index: number): Promise<ModelMessage[]> {
  const deltas = join(await collect(model.stream(ask(...messages), signal())));
  const made = deltas.find((delta) => delta.kind === 'call');
  assert.deepEqual(made?.input, { path: `f${index}` });
  const text = deltas.map((delta) => (delta.kind === 'text' ? delta.text : '')).join('');
  return [
    { role: 'assistant', text, calls: [{ callId: made.callId, tool: made.tool, input: made.input }] },
    { role: 'tool', callId: made.callId, tool: made.tool, text: `content of f${index}`, isError: false },
  ];
}

describe('the Anthropic protocol', () => {
  it('passes over event types it does not know', async () => {
    assert.deepEqual(join(await play('anthropic', { say: 'Hello.', fault: { kind: 'new-event' } })), [
      { kind: 'text', text: 'Hello.' },
      finish('stop'),
    ]);
  });

  it('marks the system prompt and the last message as worth caching', async () => {
    await using server = await startWireServer([{ say: 'x' }]);
    const model = await open('anthropic', server);
    await collect(model.stream(ask({ role: 'user', text: 'a' }, { role: 'user', text: 'b' }), signal()));
    const marks = server.requests[0]?.bytes.toString().match(/"cache_control":\{"type":"ephemeral"\}/g);
    assert.equal(marks?.length, 2);
  });
});

describe('the OpenAI protocol', () => {
  it('calls an event of another form invalid', async () => {
    const found = await playFault('openai', { say: 'Hello.', fault: { kind: 'new-event' } });
    assert.equal(found.code, 'model-reply-invalid');
    assert.match(found.message, /sent an event of unknown form: \{"type":"weather","sky":"clear"\}\.$/);
  });
});
