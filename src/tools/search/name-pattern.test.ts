import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileNamePattern } from './name-pattern.ts';

const NAMES = ['a.ts', 'b.tsx', '.hidden.ts', 'src/a.ts', 'src/deep/er/c.ts', 'src/[x].js', 'docs/a.md', 'src/a*b'];

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['*.ts', ['a.ts', '.hidden.ts', 'src/a.ts', 'src/deep/er/c.ts']],
  ['./*.ts', ['a.ts', '.hidden.ts', 'src/a.ts', 'src/deep/er/c.ts']],
  ['**/*.ts', ['a.ts', '.hidden.ts', 'src/a.ts', 'src/deep/er/c.ts']],
  ['src/*.ts', ['src/a.ts']],
  ['src/**/*.ts', ['src/a.ts', 'src/deep/er/c.ts']],
  ['src/**', ['src/a.ts', 'src/deep/er/c.ts', 'src/[x].js', 'src/a*b']],
  ['src/', ['src/a.ts', 'src/deep/er/c.ts', 'src/[x].js', 'src/a*b']],
  ['**', NAMES],
  ['**/er/**', ['src/deep/er/c.ts']],
  ['**/c.ts/**', []],
  ['?.ts', ['a.ts', 'src/a.ts', 'src/deep/er/c.ts']],
  ['[ab].*', ['a.ts', 'b.tsx', 'src/a.ts', 'docs/a.md']],
  ['[!a].ts', ['src/deep/er/c.ts']],
  ['[a-b].ts{,x}', ['a.ts', 'b.tsx', 'src/a.ts']],
  ['*.{ts,md}', ['a.ts', '.hidden.ts', 'src/a.ts', 'src/deep/er/c.ts', 'docs/a.md']],
  ['{src,docs}/{a,b}.{ts,{md,txt}}', ['src/a.ts', 'docs/a.md']],
  ['\\[x\\].js', ['src/[x].js']],
  ['[[]x[]].js', ['src/[x].js']],
  ['a\\*b', ['src/a*b']],
  ['A.ts', []],
  ['{a}.ts', []],
];

describe('patterns over names', () => {
  for (const [pattern, expected] of CASES) {
    test(pattern, () => {
      const matches = compileNamePattern(pattern);
      assert.ok(matches.ok, pattern);
      assert.deepEqual(NAMES.filter(matches.value), expected);
    });
  }

  test('what cannot be meant is refused', () => {
    const error = (pattern: string) => {
      const compiled = compileNamePattern(pattern);
      return compiled.ok ? null : compiled.error;
    };
    assert.match(error('/etc/*') ?? '', /must be relative; put its folder into path/);
    assert.match(error('~/*') ?? '', /must be relative/);
    assert.match(error('../*') ?? '', /must not hold \.\./);
    assert.match(error('a[b') ?? '', /has a \[ without its \]/);
    assert.match(error('{a,b}'.repeat(7)) ?? '', /more than 64 alternatives/);
  });

  test('no pattern takes long', () => {
    const started = performance.now();
    const stars = compileNamePattern(`${'*a'.repeat(100)}*b`);
    const folders = compileNamePattern(`${'**/a/'.repeat(50)}b`);
    assert.ok(stars.ok && folders.ok);
    assert.equal(stars.value('a'.repeat(250)), false);
    assert.equal(folders.value('a/'.repeat(500)), false);
    assert.ok(performance.now() - started < 1000);
  });
});
