import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFacts } from '../../testing/judge-facts.ts';
import type { Call } from '../../vocab/call.ts';
import type { WindowEntry } from '../../vocab/facts.ts';
import { callDigestOf, findLoop, type Loop } from './doom-loop.ts';

const call = (name: string, tool = 'shell'): Call => ({ id: 'c', tool, input: { command: name }, cwd: '/w' });
const A = callDigestOf(call('a'));
const B = callDigestOf(call('b'));

/** `a1` is a call of `a` with the result `1`; `a-` one that was denied. */
const toWindow = (text: string): readonly WindowEntry[] =>
  text
    .split(' ')
    .filter((entry) => entry !== '')
    .map(([name, result = '']) => ({
      call: name === 'a' ? A : name === 'b' ? B : 'other',
      result: result === '-' ? null : result,
      denied: result === '-',
    }));

describe('a loop, seen from the next call of a', () => {
  const rows: readonly (readonly [window: string, code: Loop['code'] | null])[] = [
    ['', null],
    ['a1', null],
    ['a1 a1', 'same-call'],
    ['a1 a2', null],
    ['a1 b1 a1', null],
    ['b1 b1', null],
    ['a1 a1 b1', null],
    ['a1 b2 a1 b2 a1 b2', 'alternating-calls'],
    ['c1 a1 b2 a1 b2 a1 b2', 'alternating-calls'],
    ['a1 b2 a1 b2 a1 b3', null],
    ['a1 b2 a1 b2 a3 b2', null],
    ['b1 a2 b1 a2 b1 a2', null],
    ['a1 b2 a1 b2', null],
    ['a- b1 a- b1', null],
    ['a- a-', null],
    ['a- a- a-', 'repeated-denied'],
    ['a- b1 a- c1 a-', 'repeated-denied'],
    ['b- b- b-', null],
  ];
  for (const [window, code] of rows) {
    test(`${window || 'nothing'} -> ${code ?? 'none'}`, () => {
      assert.equal(findLoop(call('a'), createFacts({ window: toWindow(window) }))?.code ?? null, code);
    });
  }
});

test('looking again is no loop while the job runs, and one when it has ended', () => {
  const look = call('a', 'shell_output');
  const window = (...results: readonly string[]) =>
    createFacts({ window: results.map((result) => ({ call: callDigestOf(look), result, denied: false })) });
  assert.equal(findLoop(look, window('1 s', '2 s', '3 s')), null);
  assert.equal(findLoop(look, window('1 s', 'ended', 'ended'))?.code, 'same-call');
});

test('the digest is over tool, arguments and folder alone', () => {
  assert.equal(callDigestOf({ ...call('a'), id: 'another' } as Call), A);
  assert.notEqual(callDigestOf({ ...call('a'), cwd: '/x' }), A);
});
