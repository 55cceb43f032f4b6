import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fault } from '../../base/fault.ts';
import type { ParsedArgs } from '../command.ts';
import { countFlag, timeFlag, wordFlag } from './flags.ts';

const NOW = Date.UTC(2026, 10, 30, 8);
const args = (value?: string): ParsedArgs => ({ values: value === undefined ? {} : { x: value }, positionals: [] });

const refusal = (work: () => unknown): string => {
  try {
    return `no refusal but ${String(work())}`;
  } catch (error) {
    assert.ok(error instanceof Fault, String(error));
    return `${error.code}: ${error.message}`;
  }
};

describe('flags', () => {
  const times: readonly (readonly [given: string, expected: string | null, end?: 'day'])[] = [
    ['2026-11-30', '2026-11-30T00:00:00.000'],
    ['2026-11-30', '2026-11-30T23:59:59.999', 'day'],
    ['2026-11-30T07:30', '2026-11-30T07:30:00.000', 'day'],
    ['2026-11-30T07:30:05.5', '2026-11-30T07:30:05.500'],
    ['2026-11-30T07:30+02:00', '2026-11-30T05:30:00.000Z'],
    ['45m', '2026-11-30T07:15:00.000Z'],
    ['12h', '2026-11-29T20:00:00.000Z', 'day'],
    ['7d', '2026-11-23T08:00:00.000Z'],
    ['2w', '2026-11-16T08:00:00.000Z'],
    ['2026-02-31', null],
    ['2026-11-30T25:00', null],
    ['2026-11-30 07:30', null],
    ['yesterday', null],
    ['7y', null],
    ['', null],
  ];
  for (const [given, expected, end] of times) {
    it(`time ${given}${end === undefined ? '' : ' as an end'}`, () => {
      const reading = end === undefined ? { now: NOW } : { now: NOW, end };
      if (expected === null) {
        assert.equal(
          refusal(() => timeFlag(args(given), 'x', reading)),
          `usage: --x needs a time, not ${given}.`,
        );
      } else assert.equal(timeFlag(args(given), 'x', reading), Date.parse(expected));
    });
  }

  it('that were not given are null', () => {
    assert.deepEqual(
      [timeFlag(args(), 'x', { now: NOW }), countFlag(args(), 'x'), wordFlag(args(), 'x', ['a'])],
      [null, null, null],
    );
  });

  it('hold counts and words', () => {
    assert.equal(countFlag(args('12'), 'x'), 12);
    for (const wrong of ['0', '-1', '1.5', 'x', '', '1000001']) {
      assert.match(
        refusal(() => countFlag(args(wrong), 'x')),
        /^usage: --x needs a whole number from 1 to 1000000/,
      );
    }
    assert.equal(wordFlag(args('deny'), 'x', ['allow', 'deny']), 'deny');
    assert.equal(
      refusal(() => wordFlag(args('denny'), 'x', ['allow', 'deny'])),
      'usage: There is no x denny. Did you mean deny?',
    );
    assert.equal(
      refusal(() => wordFlag(args('zzzzzz'), 'x', ['allow', 'deny'])),
      'usage: There is no x zzzzzz.',
    );
  });
});
