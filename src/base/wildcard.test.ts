import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { matchesWildcard } from './wildcard.ts';

test('what a pattern matches', () => {
  const cases: readonly [pattern: string, text: string, expected: boolean][] = [
    ['git *', 'git status', true],
    ['git *', 'git ', true],
    ['git *', 'git', false],
    ['git*', 'gitk', true],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['a.c', 'abc', false],
    ['[ab]', 'a', false],
    ['a?c', 'abc', false],
    ['/tmp/*/x', '/tmp/a/b/x', true],
    ['A', 'a', false],
    ['a*b', 'a\nb', true],
    ['a', 'a\n', false],
    ['**', 'anything', true],
    ['ab*ba', 'aba', false],
    ['*a*a', 'a', false],
  ];
  for (const [pattern, text, expected] of cases)
    assert.equal(matchesWildcard(pattern, text), expected, `${pattern} ~ ${text}`);
});

/** The same meaning, told slowly: does `text` split into the pattern's literals in order? */
function matchesSlowly(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern.startsWith('*')) {
    return Array.from({ length: text.length + 1 }, (_, at) => text.slice(at)).some((rest) =>
      matchesSlowly(pattern.slice(1), rest),
    );
  }
  return pattern[0] === text[0] && matchesSlowly(pattern.slice(1), text.slice(1));
}

const letters = fc.array(fc.constantFrom('a', 'b', '.', '\n', '\\', '$'), { maxLength: 8 }).map((all) => all.join(''));
const patterns = fc
  .array(fc.constantFrom('a', 'b', '.', '\n', '\\', '$', '*'), { maxLength: 8 })
  .map((all) => all.join(''));

test('patterns mean what their definition says', () => {
  fc.assert(
    fc.property(patterns, letters, (pattern, text) =>
      assert.equal(matchesWildcard(pattern, text), matchesSlowly(pattern, text)),
    ),
  );
});

test('a text without a star matches itself and nothing longer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const pattern = text.replaceAll('*', '');
      assert.ok(matchesWildcard(pattern, pattern));
      assert.ok(!matchesWildcard(pattern, `${pattern}x`));
    }),
  );
});

test('a pattern full of stars stays quick on a long text that does not match', () => {
  const startedAt = performance.now();
  assert.ok(!matchesWildcard('*a*a*a*a*a*b', 'a'.repeat(100_000)));
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs < 2_000, `took ${tookMs} ms`);
});
