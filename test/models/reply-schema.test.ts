import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { REVIEW_SCHEMA } from '../../src/skills/capture/reviewer/read-review.ts';
import { WIRE_PROTOCOLS, type WireReply } from '../../src/testing/wire-server/script.ts';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { ask, collect, faultOf, finish, join, open, signal, status } from './play.ts';

const ASKED = { ...ask(), tools: [], replySchema: REVIEW_SCHEMA };
const SAID = '{"action": "none"}';
const REFUSED: WireReply = { fault: status(400, 'this server knows no schema') };

/** Whether a request holds its model to the schema, in whatever words. */
const holds = ({ body }: { readonly body: unknown }): boolean => JSON.stringify(body).includes('"skillName"');

/** Plays the replies, and says what was heard and which of the requests held the schema. */
async function play(
  protocol: (typeof WIRE_PROTOCOLS)[number],
  replies: readonly WireReply[],
  more: Parameters<typeof open>[2] = {},
) {
  await using server = await startWireServer(replies);
  const model = await open(protocol, server, more);
  const heard = await collect(model.stream(ASKED, signal())).catch((error: unknown) => faultOf(Promise.reject(error)));
  return { heard, held: server.requests.map(holds), bodies: server.requests.map(({ body }) => body) };
}

describe('a reply that is held to a schema', () => {
  for (const protocol of WIRE_PROTOCOLS) {
    const said = [{ kind: 'text', text: SAID } as const, finish(protocol, 'stop')];

    it(`is asked for in the words of ${protocol}, and heard as any other`, async () => {
      const { heard, held, bodies } = await play(protocol, [{ say: SAID }]);
      assert.ok(Array.isArray(heard));
      assert.deepEqual([join(heard), held], [said, [true]]);
      // Never as a tool that has to be called: a server that knows no such thing would answer in words all the same.
      assert.doesNotMatch(JSON.stringify(bodies), /"tools"|"tool_choice"/);
    });

    it(`is asked for once more without it where ${protocol} refuses it`, async () => {
      const { heard, held } = await play(protocol, [REFUSED, { say: SAID }]);
      assert.ok(Array.isArray(heard));
      assert.deepEqual([join(heard), held], [said, [true, false]]);
    });

    it(`fails as any other where ${protocol} refuses it without, too`, async () => {
      const { heard, held } = await play(protocol, [REFUSED, REFUSED, { say: SAID }]);
      assert.ok(!Array.isArray(heard));
      assert.deepEqual([heard.code, held], ['model-failed', [true, false]]);
      assert.match(heard.message, /this server knows no schema/);
    });

    it(`keeps its schema when ${protocol} is only busy, and is not asked for twice when it broke off`, async () => {
      const retry = { attempts: 2, firstWaitMs: 1, maxWaitMs: 1, totalMs: 60_000 };
      const busy = await play(protocol, [{ fault: status(503, 'busy') }, { say: SAID }], { retry });
      assert.deepEqual(busy.held, [true, true]);
      const half = await play(protocol, [{ say: SAID, fault: { kind: 'half' } }, { say: SAID }]);
      assert.deepEqual([Array.isArray(half.heard), half.held], [false, [true]]);
    });
  }
});

describe('a request without a schema', () => {
  it('is not sent twice when it is refused', async () => {
    await using server = await startWireServer([REFUSED, { say: SAID }]);
    const model = await open('openai', server);
    const fault = await faultOf(collect(model.stream(ask(), signal())));
    assert.deepEqual([fault.code, server.requests.length], ['model-failed', 1]);
  });
});
