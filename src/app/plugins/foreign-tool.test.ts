import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tool, ToolResult } from '../../ports/tool.ts';
import { createToolContext } from '../../testing/tool-context.ts';
import { findToolFault, toForeignTool } from './foreign-tool.ts';

const fail = (): never => {
  throw new Error('no luck.\nat x');
};

const foreign = (changes: Partial<Tool> = {}): Tool =>
  toForeignTool(
    {
      name: 'say',
      title: 'Say',
      description: 'Says',
      risk: 'low',
      repeatable: false,
      schema: {},
      fault: () => null,
      subject: () => 'x',
      effects: () => [{ kind: 'read', target: 'x' }],
      run: async ({ tool }) => ({ isError: false, text: `as ${tool}` }),
      ...changes,
    },
    'demo',
  );

const PLACE = createToolContext('/w');
const call = { id: 'call_1', tool: 'demo__say', input: {}, cwd: '/w' };

describe('a tool of a plugin', () => {
  it('is named after it, is told its own name, and is never of low risk', async () => {
    const tool = foreign();
    assert.deepEqual([tool.name, tool.risk, foreign({ risk: 'high' }).risk], ['demo__say', 'medium', 'high']);
    assert.equal(foreign(JSON.parse('{"risk":"none"}') as Partial<Tool>).risk, 'medium');
    assert.deepEqual(await tool.run(call, PLACE), { isError: false, text: 'as say' });
    assert.deepEqual(
      [tool.fault({}), tool.subject({}), tool.effects({}, PLACE)],
      [null, 'x', [{ kind: 'read', target: 'x' }]],
    );
  });

  it('that cannot look at its arguments counts as the worst', () => {
    const tool = foreign({ fault: fail, subject: fail, effects: fail });
    assert.equal(tool.fault({}), 'the plugin demo could not look at the arguments: no luck');
    assert.deepEqual([tool.subject({}), tool.effects({}, PLACE)], ['', []]);
    const odd = foreign({
      fault: () => 3 as never,
      subject: () => undefined as never,
      effects: () => [{ kind: 'none' }] as never,
    });
    assert.deepEqual([odd.fault({}), odd.subject({}), odd.effects({}, PLACE)], ['the arguments do not fit', '', []]);
  });

  it('that throws, or gives back what is no result, has failed', async () => {
    for (const [run, text] of [
      [fail, 'The plugin demo broke: no luck.'],
      [async () => ({ text: 'x' }) as ToolResult, 'The plugin demo broke: its result has no text or no isError.'],
    ] as const)
      assert.deepEqual(await foreign({ run }).run(call, PLACE), { isError: true, text });
  });

  it('does not say whose text its result is, nor what happened', async () => {
    const run = async (): Promise<ToolResult> => ({
      ...{ isError: true, text: 'x', compare: 'y', detail: { a: 1 } },
      origin: 'owner',
      events: [{ kind: 'skill-loaded', name: 'z' }],
    });
    assert.deepEqual(await foreign({ run }).run(call, PLACE), {
      isError: true,
      text: 'x',
      compare: 'y',
      detail: { a: 1 },
    });
  });
});

describe('foreign code that does not behave', () => {
  it('is not waited for once it was told to stop', async () => {
    const stop = new AbortController();
    const hung = foreign({ run: () => new Promise<never>(() => undefined) });
    const ended = hung.run(call, { ...PLACE, signal: stop.signal });
    stop.abort(new Error('stopped'));
    await assert.rejects(ended, /^Error: stopped$/);
  });

  const RING: Record<string, unknown> = {};
  RING['own'] = RING;
  const DETAILS: readonly (readonly [detail: unknown, why: RegExp])[] = [
    [{ n: 10n }, /its detail is no JSON/],
    [RING, /its detail is no JSON/],
    [{ text: 'x'.repeat(100_001) }, /its detail has more than 100000 characters/],
  ];
  for (const [detail, why] of DETAILS) {
    it(`gives no result that cannot be kept: ${String(why)}`, async () => {
      const run = async () => ({ isError: false, text: 'x', detail }) as ToolResult;
      const { isError, text } = await foreign({ run }).run(call, PLACE);
      assert.equal(isError, true);
      assert.match(text, why);
    });
  }

  it('says an effect once, and no other the next time it is asked', () => {
    let times = 0;
    const effect = {
      kind: 'read' as const,
      get target() {
        times++;
        if (times > 1) throw new Error('asked again');
        return 'x';
      },
    };
    const effects = foreign({ effects: () => [effect] }).effects({}, PLACE);
    assert.deepEqual([effects, effects], [[{ kind: 'read', target: 'x' }], [{ kind: 'read', target: 'x' }]]);
  });

  const FAULTS: readonly (readonly [changes: Partial<Tool>, why: RegExp | null])[] = [
    [{}, null],
    [{ schema: { type: 'array' } }, /a schema that is not of the type object/],
    [{ schema: RING }, /a schema that is no JSON/],
    [{ schema: { text: 'x'.repeat(50_000) } }, /a schema of more than 50000 characters/],
    [{ description: 'x'.repeat(8_001) }, /a description of more than 8000 characters/],
    [{ name: 'Say' }, /no name of small letters/],
  ];
  for (const [changes, why] of FAULTS) {
    it(`is ${why === null ? 'taken' : `refused: ${String(why)}`}`, () => {
      const tool = { ...foreign(), name: 'say', schema: { type: 'object' }, ...changes };
      const fault = findToolFault(tool);
      if (why === null) assert.equal(fault, null);
      else assert.match(String(fault), why);
    });
  }

  it('has a name that providers take, with the plugin in front', () => {
    assert.equal(foreign({ name: 'x'.repeat(58) }).name.length, 64);
    assert.throws(() => foreign({ name: 'x'.repeat(59) }), /a name of more than 64 characters/);
  });
});
