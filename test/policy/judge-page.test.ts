import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EXAMPLES, PAGE_FILE, renderPage } from '../../scripts/judge-docs.ts';
import { findDangers, firstClass } from '../../src/policy/danger/find-dangers.ts';
import { createLineFacts, createShellCall } from '../../src/testing/judge-line.ts';
import { DANGER_ORDER } from '../../src/vocab/danger.ts';
import { STEPS } from '../../src/vocab/decision.ts';

const page = readFileSync(PAGE_FILE, 'utf8');

test('the page of the judge is what its script makes', () => {
  assert.equal(renderPage(page), page, 'run `node scripts/judge-docs.ts`');
});

test('the table of steps has the steps, in order', () => {
  const table = page.slice(page.indexOf('## The order'), page.indexOf('One more word'));
  assert.deepEqual(
    [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, step]) => step),
    STEPS,
  );
});

test('every example of a danger class has that class', () => {
  for (const name of DANGER_ORDER) {
    for (const line of EXAMPLES[name].lines)
      assert.equal(firstClass(findDangers(createShellCall(line), createLineFacts(line))), name, line);
  }
});
