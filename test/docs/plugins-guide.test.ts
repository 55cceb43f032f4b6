import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const root = join(import.meta.dirname, '..', '..');

it('the example in docs/guide/plugins.md is the one that is run', () => {
  const page = readFileSync(join(root, 'docs/guide/plugins.md'), 'utf8');
  const [, code] = /```js\n([^]*?)```/.exec(page) ?? [];
  assert.equal(code, readFileSync(join(root, 'examples/plugins/notes/index.js'), 'utf8'));
});
