import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WIRE_PROTOCOLS } from '../../src/testing/wire-server/script.ts';
import { startWireServer, type WireScript } from '../../src/testing/wire-server/start-wire-server.ts';
import { ask, collect, finish, join, open, playFault, signal } from './play.ts';

for (const protocol of WIRE_PROTOCOLS) {
  describe(`a model behind the protocol ${protocol}`, () => {
    it('gives up on a provider that never answers', async () => {
      const found = await playFault(protocol, { fault: { kind: 'silent' } }, { idleTimeoutMs: 30 });
      assert.equal(found.code, 'model-failed');
      assert.match(found.message, /stayed silent: nothing came for 1 s/);
    });

    it('gives up on a provider that falls silent', async () => {
      const found = await playFault(protocol, { say: 'Some words.', fault: { kind: 'hang' } }, { idleTimeoutMs: 30 });
      assert.match(found.message, /stayed silent/);
    });

    it('waits for a slow first byte', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await using server = await startWireServer([{ say: 'Late.', after: promise }]);
      const model = await open(protocol, server);
      const reply = collect(model.stream(ask(), signal()));
      resolve();
      assert.deepEqual(join(await reply), [{ kind: 'text', text: 'Late.' }, finish(protocol, 'stop')]);
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
  });
}
