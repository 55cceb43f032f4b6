import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLine } from '../testing/show-line.ts';

const LONG = 'a value in it is longer than 32768 bytes';
const STEPS = 'it comes down to more steps than can be read in time';

/** Short lines whose reading would take for ever, or all of the memory. */
const REFUSED: readonly (readonly [name: string, line: string, reason: string])[] = [
  [
    'loops in loops',
    `${'for i in a b c; do '.repeat(14)}:;${'done;'.repeat(14)}`,
    'it comes down to more than 2000 commands',
  ],
  ['loops in loops without a command', `${'for i in a b c; do '.repeat(14)}((1));${'done;'.repeat(14)}`, STEPS],
  ['a value that doubles', `a=xx;${'a=$a$a;'.repeat(160)}rm $a`, LONG],
  ['a list of words that doubles', `a="x x";${'a="$a $a";'.repeat(12)}rm ${'$a '.repeat(50)}`, STEPS],
  ['long words again and again', `a=xxxx;${'a=$a$a;'.repeat(12)}rm ${'$a '.repeat(300)}`, STEPS],
  ['a here-document of long values', `a=xxxx;${'a=$a$a;'.repeat(12)}cat <<E\n$a$a$a\nE`, LONG],
  ['an output of long values', `a=xxxx;${'a=$a$a;'.repeat(12)}x=$(echo $a; echo $a; echo $a)`, LONG],
  [
    'compound commands in each other',
    `${'if :; then '.repeat(70)}:;${'fi;'.repeat(70)}`,
    'it is nested more than 64 deep',
  ],
];

describe('reading a line is bounded', () => {
  for (const [name, line, reason] of REFUSED) {
    test(name, () => {
      const read = readLine(line);
      assert.equal(read.kind === 'unparsable' ? read.reason : read.kind, reason);
    });
  }

  test('what stands in front of the bound is still judged', () => {
    const read = readLine(`rm -rf /; a=xx;${'a=$a$a;'.repeat(160)}rm $a`);
    assert.deepEqual(
      read.commands[0]?.words.map(({ value }) => value),
      ['rm', '-rf', '/'],
    );
  });
});
