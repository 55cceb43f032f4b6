import { Fault } from '../../base/fault.ts';
import { toFrame } from '../../guard/envelope.ts';
import type { ModelDelta, ModelMessage, ModelRequest } from '../../ports/model.ts';
import type { EventBody, EventOf } from '../../vocab/event.ts';
import type { Message } from '../../vocab/message.ts';
import { systemPrompt } from './prompt.ts';
import type { RunPorts } from '../run-ports.ts';
import type { RunState } from '../run-state.ts';
import { loadImages, toUserMessage, type LoadedImages } from './load-images.ts';
import { offeredTools } from './offered-tools.ts';

/** Enough for a long answer or a file of some size; a reply that needs more says that it was cut off. */
const MAX_OUTPUT_TOKENS = 8_192;

/** In one reply; models ask for a handful, and each is judged, shown and stored. */
const MAX_CALLS = 128;

/**
 * Streams one reply of the model and gives back its event: the whole reply, or how it failed with what had come. Null
 * when the signal ended it before a word.
 */
export async function streamReply(state: RunState, ports: RunPorts, signal: AbortSignal): Promise<EventBody | null> {
  const heard: Heard = { text: '', calls: [], finish: null };
  const shown = ports.redact.stream();
  const thought = ports.redact.stream();
  const show = (text: string): void => {
    if (text !== '') ports.watch({ kind: 'text', text });
  };
  const showThought = (text: string): void => {
    if (text !== '') ports.watch({ kind: 'thought', text });
  };
  try {
    for await (const delta of ports.model.stream(await toRequest(state, ports), signal)) {
      hear(heard, delta, ports);
      if (delta.kind === 'text') show(shown.push(delta.text));
      if (delta.kind === 'reasoning') showThought(thought.push(delta.text));
    }
    showThought(thought.end());
    show(shown.end());
    if (heard.finish !== null) return toReply(heard, heard.finish, state, ports);
    throw new Fault('model-reply-invalid', `${ports.model.name} ended its reply without saying that it ends.`);
  } catch (error) {
    return signal.aborted ? toCutShort(heard.text) : toFailure(error, heard.text);
  }
}

interface Heard {
  text: string;
  calls: Extract<ModelDelta, { kind: 'call' }>[];
  finish: Extract<ModelDelta, { kind: 'finish' }> | null;
}

function hear(heard: Heard, delta: ModelDelta, ports: RunPorts): void {
  if (delta.kind === 'call' && heard.calls.push(delta) > MAX_CALLS)
    throw new Fault('model-reply-invalid', `${ports.model.name} asked for more than ${MAX_CALLS} calls in one reply.`);
  if (delta.kind === 'finish') heard.finish = delta;
  if (delta.kind === 'retry' || delta.kind === 'fallback') ports.watch(ports.redact.value(delta));
  if (delta.kind === 'text') heard.text += delta.text;
}

async function toRequest(state: RunState, ports: RunPorts): Promise<ModelRequest> {
  const images = await loadImages(state.messages, ports.loadImage);
  const tools = offeredTools(ports.tools, state.mode);
  return {
    system: systemPrompt({
      ...ports.place,
      mode: state.mode,
      now: ports.clock.now(),
      tools: tools.map(({ name }) => name),
      instructions: ports.instructions,
      skills: ports.skills,
    }),
    messages: state.messages.map((message) => toModelMessage(message, images)),
    replies: state.replies,
    tools: tools.map(({ name, description, schema }) => ({ name, description, schema })),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
}

function toModelMessage(message: Message, images: LoadedImages): ModelMessage {
  switch (message.role) {
    case 'user':
      return toUserMessage(message, images);
    case 'summary':
      return { role: 'user', text: message.text };
    case 'assistant':
      return {
        role: 'assistant',
        text: message.text,
        calls: message.calls.map(({ callId, tool, input }) => ({ callId, tool, input })),
        ...(message.model === undefined ? {} : { model: message.model }),
        ...(message.providerData === undefined ? {} : { providerData: message.providerData }),
      };
    case 'tool': {
      const { callId, tool, isError, frame, origin } = message;
      const text = frame === undefined ? message.text : toFrame(message.text, frame, `${tool}, ${origin}`);
      return { role: 'tool', callId, tool, text, isError };
    }
  }
}

function toReply(
  { text, calls }: Heard,
  finish: Extract<ModelDelta, { kind: 'finish' }>,
  state: RunState,
  ports: RunPorts,
): EventOf<'reply-received'> {
  const taken = new Set(state.messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : [])));
  const { model = ports.model.name, providerData } = finish;
  return {
    kind: 'reply-received',
    text,
    calls: calls.map(({ callId, tool, input, fault }) => {
      const id = ports.clock.createId('call');
      const paired = callId === '' || taken.has(callId) ? id : callId;
      taken.add(paired);
      const masked = ports.redact.value(input ?? null);
      return { id, callId: paired, tool, input: masked, fault: fault ?? sayMark(ports.redact.findMark(masked)) };
    }),
    reason: finish.reason,
    model,
    ...finish.usage,
    ...(providerData === undefined ? {} : { providerData }),
  };
}

/** What ran would not be what was meant: the mark itself, or a value that the model is not to handle. */
const sayMark = (name: string | null): string | null =>
  name === null
    ? null
    : `the arguments hold the value of the secret ${name}, or its mark; name the variable or the file it is in, or work around it`;

/** Of a reply that broke off; more is of no use to anybody. */
const MAX_FAILED_CHARS = 100_000;

function toFailure(error: unknown, whole: string): EventOf<'reply-failed'> {
  const text = whole.slice(0, MAX_FAILED_CHARS);
  if (error instanceof Fault) {
    return { kind: 'reply-failed', text, code: error.code, message: error.message, hint: error.hint };
  }
  const bug = new Fault('internal', error instanceof Error ? error.message : String(error));
  return { kind: 'reply-failed', text, code: bug.code, message: bug.message, hint: bug.hint };
}

const toCutShort = (text: string): EventOf<'reply-failed'> | null =>
  text === ''
    ? null
    : { kind: 'reply-failed', text, code: 'stopped', message: 'The turn was stopped while the model spoke.', hint: '' };
