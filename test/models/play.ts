import assert from 'node:assert/strict';
import { Fault } from '../../src/base/fault.ts';
import { openModel } from '../../src/models/open-model.ts';
import type { ModelsConfig } from '../../src/models/provider-table.ts';
import type { Model, ModelDelta, ModelMessage, ModelRequest, Usage } from '../../src/ports/model.ts';
import type { WireFault, WireProtocol, WireReply } from '../../src/testing/wire-server/script.ts';
import { startWireServer, type WireServer } from '../../src/testing/wire-server/start-wire-server.ts';

export const KEY = 'sk-test-0123456789abcdef';

/** Every protocol keeps what its provider names `test-model` here. */
export const REFERENCE = 'local:test-model';

/** Nothing is sent twice: what is looked at is the one reply. */
const ONCE = { attempts: 1, firstWaitMs: 1, maxWaitMs: 1, totalMs: 1 };

const TOOLS = [
  { name: 'read', description: 'Reads a file.', schema: { type: 'object', properties: { path: { type: 'string' } } } },
];

export const ask = (...messages: readonly ModelMessage[]): ModelRequest => ({
  system: 'You are a test.',
  messages: messages.length > 0 ? messages : [{ role: 'user', text: 'Hello' }],
  tools: TOOLS,
  maxOutputTokens: 512,
  replies: 0,
});

export async function open(
  protocol: WireProtocol,
  { baseUrl }: Pick<WireServer, 'baseUrl'>,
  more: Partial<ModelsConfig> = {},
): Promise<Model> {
  const providers = { local: { protocol, baseUrl, apiKey: KEY } };
  const opened = await openModel(REFERENCE, {
    providers,
    allowFake: false,
    idleTimeoutMs: 60_000,
    retry: ONCE,
    ...more,
  });
  assert.ok(opened.ok);
  return opened.value;
}

export async function collect(stream: AsyncIterable<ModelDelta>): Promise<ModelDelta[]> {
  const deltas: ModelDelta[] = [];
  for await (const delta of stream) deltas.push(delta);
  return deltas;
}

/** Neighbouring pieces of one kind joined, so that the cuts of the wire do not matter; `finish` without its opaque part. */
export function join(deltas: readonly ModelDelta[]): ModelDelta[] {
  const joined: ModelDelta[] = [];
  for (const delta of deltas) {
    const last = joined.at(-1);
    if ((delta.kind === 'text' || delta.kind === 'reasoning') && last?.kind === delta.kind) {
      joined[joined.length - 1] = { kind: delta.kind, text: last.text + delta.text };
    } else if (delta.kind === 'finish') {
      const { providerData: _opaque, ...finish } = delta;
      joined.push(finish);
    } else {
      joined.push(delta);
    }
  }
  return joined;
}

export const signal = (): AbortSignal => new AbortController().signal;

/** Plays one reply and gives back what the model said. */
export async function play(protocol: WireProtocol, reply: WireReply): Promise<ModelDelta[]> {
  await using server = await startWireServer([reply]);
  const model = await open(protocol, server);
  return await collect(model.stream(ask(), signal()));
}

/** Plays one reply and gives back the fault it ends with. */
export async function playFault(
  protocol: WireProtocol,
  reply: WireReply,
  more: Partial<ModelsConfig> = {},
): Promise<Fault> {
  await using server = await startWireServer([reply]);
  const model = await open(protocol, server, more);
  return await faultOf(collect(model.stream(ask(), signal())));
}

export async function faultOf(work: Promise<unknown>): Promise<Fault> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof Fault, `no fault but ${String(error)}`);
    return error;
  }
  throw new assert.AssertionError({ message: 'nothing was thrown' });
}

export const status = (code: number, message: string): WireFault => ({ kind: 'status', status: code, message });

/** What the server says of a reply that it was given no usage for: nothing cached, no reasoning where that is told. */
const usageOf = (protocol: WireProtocol): Usage => ({
  inputTokens: 10,
  outputTokens: 5,
  cachedTokens: 0,
  reasoningTokens: protocol === 'anthropic' ? null : 0,
});

export const finish = (
  protocol: WireProtocol,
  reason: 'stop' | 'calls' | 'length' | 'other',
  usage: Partial<Usage> = {},
): ModelDelta => ({ kind: 'finish', reason, usage: { ...usageOf(protocol), ...usage }, model: REFERENCE });
