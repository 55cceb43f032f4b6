import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WireProtocol, WireReply } from './script.ts';
import { startWireServer } from './start-wire-server.ts';

const ROUTES: Readonly<Record<WireProtocol, string>> = {
  'anthropic': 'messages',
  'openai': 'chat/completions',
  'openai-responses': 'responses',
  'gemini': 'models/m:streamGenerateContent?alt=sse',
};

const BODY = {
  model: 'm',
  stream: true,
  max_tokens: 10,
  stream_options: { include_usage: true },
  messages: [{ role: 'user', content: 'Hello' }],
};

interface Sent {
  readonly status: number;
  readonly text: string;
}

async function send(baseUrl: string, protocol: WireProtocol, body: unknown): Promise<Sent> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${baseUrl}/${ROUTES[protocol]}`, { method: 'POST', body: text });
  return { status: response.status, text: await response.text() };
}

async function stream(protocol: WireProtocol, reply: WireReply): Promise<string> {
  await using server = await startWireServer([reply]);
  return (await send(server.baseUrl, protocol, BODY)).text;
}

/** The JSON of every data line, `[DONE]` left out. */
const dataOf = (text: string): readonly unknown[] =>
  [...text.matchAll(/^data: (.+)$/gm)]
    .map(([, data]) => data!)
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data) as unknown);

describe('the wire server', () => {
  it('streams the events of Messages in their order', async () => {
    const text = await stream('anthropic', { reasoning: 'a', say: 'b', calls: [{ tool: 't', input: {}, id: 'c1' }] });
    assert.deepEqual(
      [...text.matchAll(/^event: (.+)$/gm)].map(([, name]) => name),
      [
        'message_start',
        'ping',
        'content_block_start', // thinking, then its signature
        'content_block_delta',
        'content_block_delta',
        'content_block_stop',
        'content_block_start', // text
        'content_block_delta',
        'content_block_stop',
        'content_block_start', // the call, its first piece empty
        'content_block_delta',
        'content_block_delta',
        'content_block_stop',
        'message_delta',
        'message_stop',
      ],
    );
  });

  it('streams the chunks of Chat Completions, with the usage in one of its own', async () => {
    const text = await stream('openai', { say: 'b', usage: { input: 3, output: 4 } });
    assert.ok(text.endsWith('data: [DONE]\n\n'));
    const frame = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_001, model: 'm' };
    const choice = (delta: unknown, finish_reason: string | null) => ({
      ...frame,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    });
    assert.deepEqual(dataOf(text), [
      choice({ role: 'assistant', content: '' }, null),
      choice({ content: 'b' }, null),
      choice({}, 'stop'),
      { ...frame, choices: [], usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } },
    ]);
  });

  const assistantCalls = { role: 'assistant', content: null, tool_calls: [{ id: 'c1' }] };
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 't', input: {} }] };
  const user = { role: 'user', content: [{ type: 'text', text: 'x' }] };
  const answer = (...ids: readonly string[]) => ({
    role: 'user',
    content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id })),
  });

  const REFUSED: readonly (readonly [name: string, protocol: WireProtocol, body: unknown, message: RegExp])[] = [
    ['a body that is no JSON', 'openai', '{', /must be a JSON object/],
    ['no model', 'openai', { ...BODY, model: '' }, /model: Field required/],
    ['no stream', 'openai', { ...BODY, stream: false }, /only streams/],
    ['no limit', 'anthropic', { ...BODY, max_tokens: 0 }, /max_tokens: Field required/],
    ['no message', 'anthropic', { ...BODY, messages: [] }, /at least one message/],
    ['a first message that is not a person’s', 'anthropic', { ...BODY, messages: [use] }, /first message/],
    ['an empty text', 'anthropic', { ...BODY, messages: [{ role: 'user', content: '' }] }, /must be non-empty/],
    ['a call without a result', 'anthropic', { ...BODY, messages: [user, use, user] }, /c1\W+has no result/],
    [
      'a result without a call',
      'anthropic',
      { ...BODY, messages: [user, use, answer('c1', 'c2')] },
      /c2\W+answers no tool call/,
    ],
    ['a result of nothing', 'anthropic', { ...BODY, messages: [user, answer('c2')] }, /c2\W+answers no tool call/],
    ['a call without a result', 'openai', { ...BODY, messages: [user, assistantCalls, user] }, /c1\W+has no result/],
    ['a result of nothing', 'openai', { ...BODY, messages: [{ role: 'tool', tool_call_id: 'c' }] }, /must follow/],
  ];
  for (const [name, protocol, body, message] of REFUSED) {
    it(`refuses ${name} as the provider of ${protocol} does`, async () => {
      await using server = await startWireServer([{ say: 'x' }]);
      const sent = await send(server.baseUrl, protocol, body);
      assert.equal(sent.status, 400);
      assert.match(sent.text, message);
    });
  }

  it('answers another key with 401, another route with 404, one request too many with 500', async () => {
    await using locked = await startWireServer([{ say: 'x' }], { key: 'k' });
    await using short = await startWireServer([]);
    const statuses = [
      (await send(locked.baseUrl, 'openai', BODY)).status,
      (await send(`${locked.baseUrl}/other`, 'openai', BODY)).status,
      (await send(short.baseUrl, 'anthropic', BODY)).status,
    ];
    assert.deepEqual(statuses, [401, 404, 500]);
  });

  it('records every request with its bytes', async () => {
    await using server = await startWireServer([{ say: 'x' }]);
    await send(server.baseUrl, 'openai', BODY);
    const [request] = server.requests;
    assert.deepEqual([request?.path, request?.bytes.length], ['/v1/chat/completions', JSON.stringify(BODY).length]);
    assert.equal(await request?.gone, false);
  });
});
