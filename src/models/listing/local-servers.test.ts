import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startWireServer } from '../../testing/wire-server/start-wire-server.ts';
import { findLocalServers } from './local-servers.ts';

const signal = new AbortController().signal;

describe('servers on this machine', () => {
  const forms: readonly (readonly [given: string, isFound: boolean])[] = [
    ['127.0.0.1:PORT', true],
    [':PORT', true],
    ['http://localhost:PORT', true],
    ['0.0.0.0:PORT', true],
    ['192.0.2.1:PORT', false],
    ['https://models.example.org', false],
    ['not an address', false],
  ];
  for (const [given, isFound] of forms) {
    it(`${isFound ? 'are' : 'are not'} looked for at OLLAMA_HOST=${given}`, async () => {
      await using server = await startWireServer([], { models: ['a', 'b'] });
      const { port } = new URL(server.baseUrl);
      const found = await findLocalServers(given.replace('PORT', port), signal);
      const ours = found.filter(({ baseUrl }) => baseUrl.includes(`:${port}/`));
      assert.deepEqual(
        ours.map(({ provider, models }) => [provider, ...models]),
        isFound ? [['ollama', 'a', 'b']] : [],
      );
    });
  }

  it('that list no models are none', async () => {
    await using server = await startWireServer([]);
    const found = await findLocalServers(new URL(server.baseUrl).host, signal);
    assert.ok(found.every(({ baseUrl }) => baseUrl !== server.baseUrl));
  });

  it('are not waited for when it is stopped', async () => {
    await assert.rejects(findLocalServers(undefined, AbortSignal.abort(new Error('stopped'))), /stopped/);
  });
});
