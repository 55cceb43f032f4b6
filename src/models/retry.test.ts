import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findWait, RETRY, toAskedMs, type Failed } from './retry.ts';

const NOW = Date.parse('2026-11-30T08:00:00Z');

const ASKED: readonly (readonly [
  name: string,
  headers: Record<string, string>,
  body: string,
  expected: number | null,
])[] = [
  ['nothing', {}, '', null],
  ['seconds', { 'retry-after': '7' }, '', 7_000],
  ['no seconds at all', { 'retry-after': '0' }, '', 0],
  ['parts of a second', { 'retry-after': '0.25' }, '', 250],
  ['a date', { 'retry-after': 'Mon, 30 Nov 2026 08:00:12 GMT' }, '', 12_000],
  ['a date that is over', { 'retry-after': 'Mon, 30 Nov 2026 07:00:00 GMT' }, '', 0],
  ['what cannot be read', { 'retry-after': 'soon' }, '', null],
  ['a negative time', { 'retry-after': '-5x' }, '', null],
  ['the exact time before the rounded one', { 'retry-after-ms': '1250', 'retry-after': '2' }, '', 1_250],
  ['a time in the body', {}, '{"error":{"details":[{"retryDelay": "3.5s"}]}}', 3_500],
];

describe('toAskedMs', () => {
  for (const [name, headers, body, expected] of ASKED) {
    it(`understands ${name}`, () => assert.equal(toAskedMs(headers, body, NOW), expected));
  }
});

const failed = (more: Partial<Failed>): Failed => ({ attempt: 1, spentMs: 0, askedMs: null, chance: 0, ...more });

const WAITS: readonly (readonly [name: string, failed: Partial<Failed>, expected: number | null])[] = [
  ['half of the step at least', {}, 500],
  ['the step at most', { chance: 1 }, 1_000],
  ['twice as long after the second request', { attempt: 2, chance: 1 }, 2_000],
  ['eight times as long after the fourth', { attempt: 4, chance: 1 }, 8_000],
  ['as long as the provider asks', { askedMs: 7_000 }, 7_000],
  ['not less than the step when the provider asks for less', { askedMs: 0, chance: 1 }, 1_000],
  ['not at all when it asks for too much', { askedMs: 60_001 }, null],
  ['not at all after the last request', { attempt: 5 }, null],
  ['not at all when the time is up', { spentMs: 180_000 }, null],
  ['not at all when the time would be up', { spentMs: 150_000, askedMs: 30_001 }, null],
];

describe('findWait', () => {
  for (const [name, given, expected] of WAITS) {
    it(`waits ${name}`, () => assert.equal(findWait(failed(given), RETRY), expected));
  }
});
