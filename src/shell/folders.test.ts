import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_FOLDERS } from './context.ts';
import { joinFolders, moveTo, NOWHERE, isNowhere, stays } from './folders.ts';

describe('the folders a shell may be in', () => {
  test('each counts once, in the order they came', () => {
    assert.deepEqual(joinFolders(['/b', '/a'], ['/a', null], [null, '/c']), ['/b', '/a', null, '/c']);
  });

  test('of too many the nearest to the root stay, and one that is not known', () => {
    const many = Array.from({ length: MAX_FOLDERS + 1 }, (_, i) => `/${'x'.repeat(MAX_FOLDERS + 1 - i)}`);
    const joined = joinFolders(many, [null]);
    assert.deepEqual(joined, [...many.toReversed().slice(0, MAX_FOLDERS - 1), null]);
    assert.deepEqual(joinFolders(many.slice(1)), many.slice(1));
  });

  test('nowhere leaves the shell where it was', () => {
    const scope = { cwd: '/a', others: ['/b'] };
    moveTo(scope, []);
    assert.deepEqual(scope, { cwd: '/a', others: ['/b'] });
    moveTo(scope, ['/c', null]);
    assert.deepEqual(scope, { cwd: '/c', others: [null] });
  });

  test('only what goes on nowhere is nowhere', () => {
    const some = { ok: [], bad: ['/a'], doubt: [] };
    assert.deepEqual([NOWHERE, stays(['/a']), some, { ...some, ok: ['/a'], bad: [] }].map(isNowhere), [
      true,
      false,
      false,
      false,
    ]);
  });
});
