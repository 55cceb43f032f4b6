import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tool, ToolResult } from '../../ports/tool.ts';
import { createToolContext } from '../../testing/tool-context.ts';
import { toForeignTool } from './foreign-tool.ts';

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
