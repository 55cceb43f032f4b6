import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { PROTOCOL_WORDS, type Answer } from './protocols.ts';
import { toFrame, type WireEvent, type WireFault, type WireProtocol, type WireReply } from './script.ts';

/** Writes the reply with its fault. Ends early when the client goes. */
export async function writeReply(response: ServerResponse, answer: Answer): Promise<void> {
  const { reply, protocol } = answer;
  await reply.after;
  if (reply.fault?.kind === 'stale') return void response.socket?.destroy();
  if (reply.fault?.kind === 'silent') return;
  if (reply.fault?.kind === 'status') return writeStatus(response, protocol, reply);
  response.socket?.setNoDelay(true);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...reply.headers });
  response.flushHeaders();
  const bytes = Buffer.from(withFault(PROTOCOL_WORDS[protocol].toEvents(answer), answer).map(toFrame).join(''));
  for (const chunk of toChunks(bytes, reply)) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    await (reply.pauseMs === undefined ? nextTurn() : wait(reply.pauseMs));
  }
  if (reply.fault?.kind === 'hang') return;
  if (reply.fault?.kind === 'reset') return void response.destroy();
  response.end();
}

function writeStatus(response: ServerResponse, protocol: WireProtocol, reply: WireReply): void {
  if (reply.fault?.kind !== 'status') return;
  const { status, message, body } = reply.fault;
  response.writeHead(status, { 'content-type': 'application/json', ...reply.headers });
  response.end(body ?? PROTOCOL_WORDS[protocol].toError('some_error', message, status));
}

/** The events that go out when the fault strikes in the middle of them. */
function withFault(events: readonly WireEvent[], { protocol, reply }: Answer): readonly WireEvent[] {
  const fault: WireFault | undefined = reply.fault;
  const middle = Math.ceil(events.length / 2);
  const start = events.slice(0, middle);
  switch (fault?.kind) {
    case 'empty':
      return [];
    case 'half':
    case 'hang':
    case 'reset':
      return start;
    case 'garbage':
      return [...start, { name: null, data: '{"type": <html>' }, ...events.slice(middle)];
    case 'new-event':
      return [...start, { name: 'weather', data: '{"type":"weather","sky":"clear"}' }, ...events.slice(middle)];
    case 'error-event': {
      const event = PROTOCOL_WORDS[protocol].toErrorEvent(fault.type, fault.message);
      return [...(fault.atStart === true ? [] : start), event];
    }
    default:
      return events;
  }
}

/** One event a chunk, or `chunkBytes` a chunk. Each becomes an HTTP chunk, so the client sees exactly these cuts. */
function* toChunks(bytes: Buffer, { chunkBytes }: WireReply): Generator<Buffer> {
  if (chunkBytes !== undefined) {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    return;
  }
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\n\n', at) + 2;
    yield bytes.subarray(at, end);
    at = end;
  }
}
