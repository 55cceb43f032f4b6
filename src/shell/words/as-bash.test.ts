import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { needs } from '../../../test/outside.ts';
import { readLine } from '../../testing/show-line.ts';

const ENV = { HOME: '/home/u', PATH: '/usr/bin:/bin', A: 'x', B: 'a b', C: ' a  b ', EMPTY: '' };

/** Words of which each one is known, and so has to be what bash passes. */
const WORDS: readonly string[] = [
  '$A$B',
  '$B$A',
  '$B$B',
  'x$B',
  '$C',
  'x$C',
  '$C"y"',
  '"$C"',
  '$A$C$A',
  '$EMPTY',
  '"$EMPTY"',
  '$EMPTY$EMPTY',
  '$EMPTY""',
  '$B$!',
  '$!$B',
  '$!x$B',
  '$B"$!"',
  '"$!"',
  '$!',
  '$!${NONE:-a b}',
  '${NONE:-a b}$!',
  '$B$!$(echo c d)',
  '$(echo c d)$!',
  '${A}b',
  '${A}{b,c}',
  '{$A,$B}',
  '{"$B",c}',
  '$A{1..3}',
  '${NONE:-$B}',
  '"${NONE:-$B}"',
  '${NONE:-"$B"}',
  '${NONE:-{a,b}}',
  '${NONE-}',
  '${NONE:-}""',
  '${EMPTY:-a b}',
  '${EMPTY-a b}',
  '${A:+$B}',
  '"${A:+$B}"',
  '${NONE:+$B}',
  'a"b"\'c\'d',
  '"a"\\ "b"',
  '\\a\\"\\$A',
  '"\\a\\"\\$A\\\\"',
  "'\\a'",
  "$'a\\nb\\'c'",
  '"$\'a\'"',
  '~',
  '~/x',
  '"~"/x',
  '~"/x"',
  'x~',
  'a=~',
  '--a=~',
  '\\~',
  '$(echo "a b")',
  '"$(echo "a  b")"',
  '$(echo a; echo b)',
  '"$(echo a; echo b)"',
  "$(printf 'a\\n\\n')",
  "$(printf '\\n')",
  '"$(printf \'\\n\')"',
  'x$(printf "a b")y',
  '`echo a`b',
  '"`echo "a b"`"',
  '$(echo $(echo a))',
  '$(echo \\$A)',
  '$(cat <<< "a b")',
  "$(cat <<'E'\na $A\nE\n)",
  '$(cat <<E\na $A\nE\n)',
  '"$B"$B',
  '$B"$B"',
  '""$EMPTY',
  "''",
  'a{,b}c',
  '{a,b}$B',
  '{a,{b,c}}d',
  '{01..3}',
  '{a..c}"x"',
  '"{a,b}"',
  '{a\\,b}',
];

test('a word that is known is what bash passes', needs('bash'), () => {
  const script = WORDS.map((word) => `w ${word}`).join('\n');
  const told = execFileSync(
    'bash',
    ['--norc', '-c', `w() { [ $# -eq 0 ] || printf '%s\\035' "$@"; printf '\\036'; }\n${script}`],
    { env: ENV, cwd: '/' },
  );
  const expected = told
    .toString()
    .split('\x1e')
    .slice(0, -1)
    .map((text) => text.split('\x1d').slice(0, -1));
  const own = WORDS.map((word) =>
    (readLine(`w ${word}`, { env: ENV, cwd: '/' }).commands.at(-1)?.words ?? []).slice(1).map(({ value }) => value),
  );
  assert.deepEqual(
    WORDS.map((word, i) => [word, ...(own[i] ?? [])]),
    WORDS.map((word, i) => [word, ...(expected[i] ?? [])]),
  );
});
