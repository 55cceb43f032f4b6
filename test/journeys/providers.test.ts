import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from '../../src/store/open-store.ts';
import { startWireServer, type WireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { createGround } from './start-prompt.ts';

const config = (first: WireServer, second: WireServer): string => `model: main:large
fallback_models: [spare:small]
providers:
  main: {base_url: "${first.baseUrl}", protocol: openai-responses, api_key: main-key}
  spare: {base_url: "${second.baseUrl}", protocol: gemini, api_key: spare-key}
`;

const calls = [{ tool: 'shell', input: { command: 'ls' } }];

describe('a provider in trouble', { concurrency: 3 }, () => {
  it('is asked again, and the person reads why it takes time', async () => {
    const busy = { fault: { kind: 'status', status: 529, message: 'Overloaded' } } as const;
    await using server = await startWireServer([busy, { say: 'Done.' }]);
    using ground = createGround(config(server, server));
    const { exit, out, err } = await ground.run(['prompt', 'go']);
    assert.deepEqual([exit, out], [0, 'Done.\n'], err);
    assert.match(err, /^main: overloaded \(529\), again in (?:less than )?1 s \(2 of 5\)\n$/);
  });

  it('hands over to the next model, which the person reads, the result names and the log keeps', async () => {
    const refused = { fault: { kind: 'status', status: 401, message: 'invalid key main-key' } } as const;
    await using first = await startWireServer(() => refused);
    await using second = await startWireServer([{ reasoning: 'Look.', calls }, { say: 'Done.' }]);
    using ground = createGround(config(first, second));
    const { exit, result, err } = await ground.prompt(['go']);
    assert.deepEqual([exit, result.answer, result.model, first.requests.length], [0, 'Done.', 'spare:small', 1], err);
    assert.match(
      err,
      /^warning: main:large answered 401 Unauthorized: invalid key \[key\]\. spare:small is asked instead\.\n {2}hint: check the key/,
    );
    const store = openStore(join(ground.home, '.bailiwick', 'state.db'), () => 0);
    const events = await store.log.read(result.session);
    await store.close();
    const models = events.flatMap((event) =>
      event.kind === 'run-started' || event.kind === 'reply-received' ? [event.model] : [],
    );
    assert.deepEqual(models, ['main:large', 'spare:small', 'spare:small']);
  });

  it('is the only one that is asked when it was chosen for this turn', async () => {
    await using first = await startWireServer(() => ({ fault: { kind: 'status', status: 404, message: 'no' } }));
    await using second = await startWireServer([{ say: 'Done.' }]);
    using ground = createGround(config(first, second));
    const { exit } = await ground.run(['prompt', '--model', 'main:large', 'go']);
    assert.deepEqual([exit, second.requests.length], [7, 0]);
  });

  it('is waited for no longer than the person wants', async () => {
    const busy = { fault: { kind: 'status', status: 429, message: 'no' }, headers: { 'retry-after': '50' } } as const;
    await using server = await startWireServer([busy]);
    using ground = createGround(config(server, server));
    const { exit, err } = await ground.run(['prompt', 'go'], { stopAt: 'again in 50 s' });
    assert.equal(exit, 130, err);
    assert.match(err, /^main: rate limit \(429\), again in 50 s \(2 of 5\)\ninterrupted: /);
  });
});
