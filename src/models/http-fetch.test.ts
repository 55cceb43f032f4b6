import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createHttpFetch, WireError } from './http-fetch.ts';

interface Served extends AsyncDisposable {
  readonly url: string;
}

async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const post = { method: 'POST', body: 'Grüße' };
const MIB = 1024 * 1024;

describe('the fetch over node:http', () => {
  it('sends the body as UTF-8 with its length in bytes, and leaves empty headers out', async () => {
    await using server = await serve((request, response) => {
      const { 'content-length': length, 'x-api-key': key, 'x-other': other } = request.headers;
      request.setEncoding('utf8').on('data', (text: string) => {
        response.end(`${text} ${length} ${String(key)} ${String(other)}`);
      });
    });
    const send = createHttpFetch({ idleTimeoutMs: 10_000, maxReplyBytes: MIB });
    const response = await send(server.url, { ...post, headers: { 'x-api-key': '', 'x-other': 'yes' } });
    assert.equal(await response.text(), 'Grüße 7 undefined yes');
  });

  it('takes an answer that switches protocols for a failure', async () => {
    const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n';
    await using server = await serve((request) => void request.socket.end(switching));
    const send = createHttpFetch({ idleTimeoutMs: 10_000, maxReplyBytes: MIB });
    await assert.rejects(send(server.url, post), { name: 'WireError', message: /^answered with HTTP 101 / });
  });

  it('gives a slow reader every byte of a large reply', async () => {
    const page = Buffer.alloc(256 * 1024, 'x');
    await using server = await serve((_request, response) => {
      for (let count = 0; count < 20; count++) response.write(page);
      response.end();
    });
    const send = createHttpFetch({ idleTimeoutMs: 10_000, maxReplyBytes: 16 * MIB });
    const { body } = await send(server.url, post);
    assert.ok(body);
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      await nextTurn();
    }
    assert.equal(bytes, 20 * page.length);
  });

  it('ends a reply that is larger than the limit', async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await serve((_request, response) => {
      response.on('close', closed.resolve);
      response.write(Buffer.alloc(2000, 'x'));
    });
    const send = createHttpFetch({ idleTimeoutMs: 10_000, maxReplyBytes: 1000 });
    const response = await send(server.url, post);
    await assert.rejects(response.text(), (error) => error instanceof WireError && error.kind === 'too-large');
    await closed.promise;
  });

  it('keeps the beginning of an error that does not end', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(500);
      response.write(Buffer.alloc(200_000, 'x'));
    });
    const send = createHttpFetch({ idleTimeoutMs: 10_000, maxReplyBytes: MIB });
    const response = await send(server.url, post);
    const text = await response.text();
    assert.ok(text.length <= 64 * 1024);
  });

  it('follows no redirect', async () => {
    let requests = 0;
    await using server = await serve((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/other' }).end();
    });
    const send = createHttpFetch({ idleTimeoutMs: 10_000, maxReplyBytes: MIB });
    const response = await send(server.url, post);
    assert.deepEqual([response.status, response.headers.get('location'), requests], [302, '/other', 1]);
    await response.text();
  });
});
