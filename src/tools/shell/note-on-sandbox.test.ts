import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayPrivilege } from './note-on-sandbox.ts';

test('who fails to become another user is told why, where the sandbox is why', () => {
  const said = 'sudo cannot become another user in the sandbox: a person runs it themselves, or sets sandbox.mode: off';
  assert.deepEqual(
    [
      sayPrivilege({ becomes: 'sudo' }, 'bubblewrap', false),
      sayPrivilege({ becomes: 'sudo' }, 'bubblewrap', true),
      sayPrivilege({ becomes: 'sudo' }, 'host', false),
      sayPrivilege({}, 'bubblewrap', false),
    ],
    [said, null, null, null],
  );
});
