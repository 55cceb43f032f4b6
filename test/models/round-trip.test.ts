import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ModelDelta, ModelMessage } from '../../src/ports/model.ts';
import { WIRE_PROTOCOLS, WIRE_SIGNATURE, type WireProtocol } from '../../src/testing/wire-server/script.ts';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { ask, collect, open, REFERENCE, signal } from './play.ts';

const THOUGHT = 'I should read both.';

/** A reply with two calls, as the run keeps it, and the results of the calls. */
function toMessages(deltas: readonly ModelDelta[]): ModelMessage[] {
  const calls = deltas.filter((delta) => delta.kind === 'call');
  const end = deltas.at(-1);
  assert.ok(end?.kind === 'finish' && end.model !== undefined);
  // As the log keeps it.
  const { providerData } = JSON.parse(JSON.stringify({ providerData: end.providerData ?? null })) as {
    readonly providerData: unknown;
  };
  const text = deltas.map((delta) => (delta.kind === 'text' ? delta.text : '')).join('');
  return [
    { role: 'user', text: 'Read both.' },
    { role: 'assistant', text, calls, model: end.model, providerData },
    ...calls.map(({ callId, tool }) => ({ role: 'tool', callId, tool, text: 'x', isError: false }) as const),
  ];
}

const REPLY = {
  reasoning: THOUGHT,
  say: 'I look.',
  calls: [
    { tool: 'read', input: { path: 'a' }, id: 'c1' },
    { tool: 'read', input: { path: 'b' }, id: 'c2' },
  ],
};

/** Plays the reply, sends it back with its results, and gives back what the provider was sent then. */
async function sendBack(
  protocol: WireProtocol,
  change: (messages: ModelMessage[]) => ModelMessage[] = (messages) => messages,
): Promise<unknown> {
  await using server = await startWireServer([REPLY, { say: 'Done.' }]);
  const model = await open(protocol, server, { reasoningEffort: 'low' });
  const messages = toMessages(await collect(model.stream(ask({ role: 'user', text: 'Read both.' }), signal())));
  await collect(model.stream(ask(...change(messages)), signal()));
  return server.requests[1]?.body;
}

const pick = (body: unknown, key: string, at: number): unknown => {
  const list: unknown = Reflect.get(Object(body), key);
  return Array.isArray(list) ? list[at] : undefined;
};

describe('a reply goes back to its provider', () => {
  it('over anthropic with its signed thinking in front', async () => {
    const body = await sendBack('anthropic');
    assert.deepEqual(pick(body, 'messages', 1), {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: THOUGHT, signature: WIRE_SIGNATURE },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a' } },
        { type: 'tool_use', id: 'c2', name: 'read', input: { path: 'b' } },
      ],
    });
    assert.deepEqual(Reflect.get(Object(body), 'thinking'), { type: 'enabled', budget_tokens: 1024 });
  });

  it('over openai-responses with its reasoning, which is sealed and not stored there', async () => {
    const body = await sendBack('openai-responses');
    const call = { type: 'function_call', name: 'read' };
    assert.deepEqual(
      [2, 3, 4, 5].map((at) => pick(body, 'input', at)),
      [
        {
          type: 'reasoning',
          id: 'rs_1',
          encrypted_content: WIRE_SIGNATURE,
          summary: [{ type: 'summary_text', text: THOUGHT }],
        },
        { role: 'assistant', content: 'I look.' },
        { ...call, call_id: 'c1', arguments: '{"path":"a"}' },
        { ...call, call_id: 'c2', arguments: '{"path":"b"}' },
      ],
    );
    const { store, include } = Object(body) as { store: unknown; include: unknown };
    assert.deepEqual({ store, include }, { store: false, include: ['reasoning.encrypted_content'] });
  });

  it('over gemini with the signature of its thoughts on the first call, and the results in one content', async () => {
    const body = await sendBack('gemini');
    const args = (path: string) => ({ name: 'read', args: { path } });
    const response = { name: 'read', response: { name: 'read', content: 'x' } };
    assert.deepEqual(
      [1, 2].map((at) => pick(body, 'contents', at)),
      [
        {
          role: 'model',
          parts: [
            { text: 'I look.' },
            { functionCall: { id: 'c1', ...args('a') }, thoughtSignature: WIRE_SIGNATURE },
            { functionCall: { id: 'c2', ...args('b') } },
          ],
        },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'c1', ...response } }, { functionResponse: { id: 'c2', ...response } }],
        },
      ],
    );
  });

  it('over openai without its reasoning, which that protocol does not take back', async () => {
    assert.doesNotMatch(JSON.stringify(await sendBack('openai')), new RegExp(THOUGHT));
  });

  for (const protocol of ['anthropic', 'openai-responses', 'gemini'] as const) {
    it(`over ${protocol} without what another model's provider attached`, async () => {
      const body = await sendBack(protocol, (messages) =>
        messages.map((message) => (message.role === 'assistant' ? { ...message, model: 'other:model' } : message)),
      );
      const sent = JSON.stringify(body);
      assert.ok(!sent.includes(WIRE_SIGNATURE) && !sent.includes(THOUGHT));
      assert.match(sent, /I look\./);
    });
  }

  it('over anthropic without thinking, in the middle of a row of calls that another model began', async () => {
    const body = await sendBack('anthropic', (messages) =>
      messages.map((message) => (message.role === 'assistant' ? { ...message, model: 'other:model' } : message)),
    );
    assert.equal(Reflect.get(Object(body), 'thinking'), undefined);
  });

  it('without the attachments when the text was changed since', async () => {
    const body = await sendBack('anthropic', (messages) =>
      messages.map((message) => (message.role === 'assistant' ? { ...message, text: '[redacted]' } : message)),
    );
    assert.doesNotMatch(JSON.stringify(body), new RegExp(WIRE_SIGNATURE));
  });
});

/** Where each protocol has the picture of the first message. */
const PICTURES: Readonly<Record<WireProtocol, RegExp>> = {
  'anthropic': /\{"type":"image","source":\{"type":"base64","media_type":"image\/png","data":"iVBORw=="\}\}/,
  'openai': /\{"type":"image_url","image_url":\{"url":"data:image\/png;base64,iVBORw=="\}\}/,
  'openai-responses': /\{"type":"input_image","image_url":"data:image\/png;base64,iVBORw=="\}/,
  'gemini': /\{"inlineData":\{"mimeType":"image\/png","data":"iVBORw=="\}\}/,
};

/** How each protocol is told how much to think; the limit has room for it. */
const EFFORTS: Readonly<Record<WireProtocol, RegExp>> = {
  'anthropic': /"thinking":\{"type":"enabled","budget_tokens":\d+\}/,
  'openai': /"reasoning_effort":"high"/,
  'openai-responses': /"reasoning":\{"effort":"high","summary":"auto"\}/,
  'gemini': /"thinkingConfig":\{"thinkingBudget":\d+,"includeThoughts":true\}/,
};

for (const protocol of WIRE_PROTOCOLS) {
  describe(`a request over ${protocol}`, () => {
    it('carries pictures', async () => {
      await using server = await startWireServer([{ say: 'A picture.' }]);
      const model = await open(protocol, server);
      const images = [{ mediaType: 'image/png', bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) }];
      await collect(model.stream(ask({ role: 'user', text: 'What is it?', images }), signal()));
      assert.match(server.requests[0]?.bytes.toString() ?? '', PICTURES[protocol]);
    });

    it('says how much to think, when that is configured', async () => {
      await using server = await startWireServer([{ say: 'x' }, { say: 'x' }]);
      await collect((await open(protocol, server, { reasoningEffort: 'high' })).stream(ask(), signal()));
      await collect((await open(protocol, server)).stream(ask(), signal()));
      const [thinking = '', plain = ''] = server.requests.map(({ bytes }) => bytes.toString());
      assert.match(thinking, EFFORTS[protocol]);
      assert.doesNotMatch(plain, /think|reasoning/i);
    });

    it('is answered by the model that is named', async () => {
      await using server = await startWireServer([{ say: 'x' }]);
      const end = (await collect((await open(protocol, server)).stream(ask(), signal()))).at(-1);
      assert.equal(end?.kind === 'finish' && end.model, REFERENCE);
    });
  });
}
