import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PAGE_FILE, renderPage } from '../../scripts/scanner-docs.ts';

test('the tables of docs/reference/scanner.md; to renew them: node scripts/scanner-docs.ts', () => {
  const page = readFileSync(PAGE_FILE, 'utf8');
  assert.equal(page, renderPage(page));
});
