import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findDifferences, PAGE_FILE, readReviews, renderPage } from '../../scripts/judgement-docs.ts';

test('every difference from the earlier agent is reviewed once, and nothing else is', async () => {
  const differing = (await findDifferences()).map(({ line }) => line);
  const reviewed = readReviews().flatMap(({ lines }) => lines);
  const byNumber = (a: number, b: number): number => a - b;
  assert.deepEqual(reviewed.toSorted(byNumber), differing.toSorted(byNumber));
});

test('the page of judgements is what its script makes', async () => {
  const page = readFileSync(PAGE_FILE, 'utf8');
  assert.equal(await renderPage(page), page, 'run `node scripts/judgement-docs.ts`');
});
