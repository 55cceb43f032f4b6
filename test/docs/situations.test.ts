import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { listTitles, PAGE_FILE, renderPage } from '../../scripts/situations-docs.ts';
import { SITUATIONS } from '../../scripts/situations/list.ts';

const rows = SITUATIONS.flatMap(([, group]) => group);
const titles = listTitles();

/** From the first to the last number of each group of the list. */
const RUNS = [
  [1, 26],
  [30, 46],
  [50, 60],
  [70, 100],
  [110, 133],
  [140, 162],
  [170, 194],
  [200, 215],
] as const;

describe('the situations of the skill workshop', () => {
  it('stand in the list once each', () => {
    const all = RUNS.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
    assert.deepEqual(
      rows.map(({ id }) => id),
      all.map((number) => `T${String(number).padStart(3, '0')}`),
    );
  });

  it('have a test or a reason', () => {
    const tested = new Set(titles.flatMap(({ ids }) => ids));
    assert.deepEqual(
      rows.filter(({ id, why }) => why === null && !tested.has(id)).map(({ id }) => id),
      [],
    );
  });

  it('are the only ones that titles name', () => {
    const known = new Set(rows.map(({ id }) => id));
    const unknown = titles.filter(({ ids }) => ids.some((id) => !known.has(id)));
    assert.deepEqual(unknown, []);
  });

  it('make the page; to renew it: node scripts/situations-docs.ts', () => {
    assert.equal(readFileSync(PAGE_FILE, 'utf8'), renderPage(titles));
  });
});
