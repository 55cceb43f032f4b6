import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PIN_FILE, renderTables } from './flag-tables.ts';

test('no table of flags changes unseen', () => {
  const pinned = readFileSync(PIN_FILE, 'utf8').split('\n');
  const rendered = renderTables().split('\n');
  const hint = 'a table changed: look at each line, then run `node test/pins/flag-tables.ts`';
  assert.deepEqual(rendered.filter((line, i) => line !== pinned[i]).slice(0, 5), [], hint);
  assert.equal(rendered.length, pinned.length, hint);
});
