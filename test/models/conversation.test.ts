import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRecord } from '../../src/models/parse-arguments.ts';
import type { Model, ModelMessage } from '../../src/ports/model.ts';
import { WIRE_PROTOCOLS } from '../../src/testing/wire-server/script.ts';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { ask, collect, finish, join, KEY, open, signal } from './play.ts';

for (const protocol of WIRE_PROTOCOLS) {
  describe(`a model behind the protocol ${protocol}`, () => {
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
      assert.deepEqual(last, [{ kind: 'text', text: 'Done.' }, finish(protocol, 'stop')]);
      assert.equal(server.requests.length, 11);
      assert.ok(server.requests[10]?.bytes.toString().includes('content of f9'));
    });

    it('sends the limit, the tools and the key', async () => {
      await using server = await startWireServer([{ say: 'x' }], { key: KEY });
      const model = await open(protocol, server);
      await collect(model.stream(ask(), signal()));
      const { body, headers, path } = server.requests[0]!;
      assert.ok(isRecord(body));
      const config = isRecord(body['generationConfig']) ? body['generationConfig'] : {};
      // Models of these two think by themselves, and the limit counts that too.
      const limit = protocol === 'openai-responses' || protocol === 'gemini' ? 512 + 16_384 : 512;
      assert.equal(body['max_tokens'] ?? body['max_output_tokens'] ?? config['maxOutputTokens'], limit);
      assert.match(`${path} ${String(body['model'])}`, /test-model/);
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
        finish(protocol, 'stop'),
      ]);
    });

    it('works behind a base path', async () => {
      await using server = await startWireServer([{ say: 'Here.' }], { basePath: '/gateway/models' });
      const model = await open(protocol, server);
      assert.deepEqual(join(await collect(model.stream(ask(), signal()))), [
        { kind: 'text', text: 'Here.' },
        finish(protocol, 'stop'),
      ]);
    });

    it('sends again on a new connection when the server had closed the kept one', async () => {
      await using server = await startWireServer([{ say: 'One.' }, { fault: { kind: 'stale' } }, { say: 'Two.' }]);
      const model = await open(protocol, server);
      await collect(model.stream(ask(), signal()));
      assert.deepEqual(join(await collect(model.stream(ask(), signal()))), [
        { kind: 'text', text: 'Two.' },
        finish(protocol, 'stop'),
      ]);
      assert.equal(server.requests.length, 3);
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
  it('marks the system prompt and the last message as worth caching', async () => {
    await using server = await startWireServer([{ say: 'x' }]);
    const model = await open('anthropic', server);
    await collect(model.stream(ask({ role: 'user', text: 'a' }, { role: 'user', text: 'b' }), signal()));
    const marks = server.requests[0]?.bytes.toString().match(/"cache_control":\{"type":"ephemeral"\}/g);
    assert.equal(marks?.length, 2);
  });
});
