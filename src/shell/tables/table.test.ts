import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagTable } from './table.ts';

test('a group of flags takes no value, one, or one that is glued to it', () => {
  assert.deepEqual(flagTable('x', { '0': '-a|--all', '1/reads': '-f', 'attached': '--color' }).flags, {
    '-a': { arity: 0, effect: 'none' },
    '--all': { arity: 0, effect: 'none', same: '-a' },
    '-f': { arity: 1, effect: 'reads' },
    '--color': { arity: 'attached', effect: 'none' },
  });
  assert.throws(() => flagTable('x', { '2': '-a' }).flags, /no group "2"/);
});
