import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLine } from '../../testing/show-line.ts';
import { isPrinted, printGlob, toGlob, toShellText, UNCERTAIN } from './printed.ts';

test('a printed glob gives back its wildcards and quotes the rest', () => {
  const printed = printGlob('/e?c/\\*[ab]*');
  assert.equal(isPrinted(printed), true);
  assert.equal(isPrinted('/e?c/*'), false);
  assert.equal(toShellText(printed), '/e?c/*[ab]*');
  assert.equal(toGlob(printed), '/e?c/\\*[ab\\]*');
  assert.equal(toShellText(`/etc${UNCERTAIN}`), '/etc');
});

/** The last word of each last command: its value, and the glob that it is known to come from. */
const ROWS: readonly (readonly [line: string, value: string | null, pattern: string | null])[] = [
  ['rm $(echo /e*)', null, '/e*'],
  ['rm "$(echo /e*)"', null, '/e*'],
  ['rm $(echo "/e*")', '/e*', '/e*'],
  ['x=$(printf %s /e?); rm a"$x"', null, 'a/e?'],
  ['for i in $(echo /e*); do rm $i; done', null, '/e*'],
  ['echo /e* | xargs rm', null, '/e*'],
  ['echo /e* | xargs -I% rm %/x', null, '/e*/x'],
  ['ls -d /etc | xargs rm', null, '/etc'],
  ['ls -l /etc | xargs rm', null, null],
  ['ls /etc | xargs rm', null, null],
  ['ls -d | xargs rm', null, null],
  ['ls -d "$X$Y$(z)" | xargs rm', null, null],
  ['/bin/ech? a | xargs rm', null, null],
  ['sh -c "rm $(echo /e*)"', '/e*', '/e*'],
  ['eval rm $(echo /e*)', '/e*', '/e*'],
];

describe('names that a program prints are looked for, and not known', () => {
  for (const [line, value, pattern] of ROWS) {
    test(line, () => {
      const word = readLine(line).commands.at(-1)?.words.at(-1);
      assert.deepEqual([word?.value, word?.pattern], [value, pattern]);
    });
  }
});
