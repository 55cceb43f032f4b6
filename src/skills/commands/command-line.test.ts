import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCall, toCommandName, type CalledCommand } from './command-line.ts';

const call = (name: string, args = '', isPreview = false): CalledCommand => ({ name, args, isPreview });

const CALLS: readonly (readonly [string, CalledCommand | null])[] = [
  ['/review', call('review')],
  ['/review  ', call('review')],
  ['/review  a "b c"\n', call('review', 'a "b c"')],
  ['/review\nline one\n\nline two', call('review', 'line one\n\nline two')],
  ['/git:tidy-up_2 x', call('git:tidy-up_2', 'x')],
  ['/review --preview', call('review', '', true)],
  ['/review --preview  a --preview', call('review', 'a --preview', true)],
  ['/review --previews', call('review', '--previews')],
  ['/review a --preview', call('review', 'a --preview')],
  ['/etc/hosts is wrong', null],
  ['/', null],
  ['// a comment', null],
  ['/ review', null],
  [' /review', null],
  ['/Review', null],
  ['/review, please', null],
  ['/a::b', null],
  ['/-a', null],
  ['/../x', null],
  ['review', null],
];

const NAMES: readonly (readonly [path: string, name: string | null])[] = [
  ['review.md', 'review'],
  ['git/tidy.md', 'git:tidy'],
  ['a/b/c/d/e.md', 'a:b:c:d:e'],
  ['a/b/c/d/e/f.md', null],
  ['3.md', '3'],
  ['README.md', null],
  ['a b.md', null],
  ['a.b.md', null],
  ['a--b.md', null],
  ['-a.md', null],
  ['ü.md', null],
  ['a:b.md', null],
  ['.md', null],
  ['Git/tidy.md', null],
  [`${'a'.repeat(64)}.md`, 'a'.repeat(64)],
  [`${'a'.repeat(65)}.md`, null],
  ['folder', null],
];

describe('a line that calls a command', () => {
  for (const [line, called] of CALLS) it(JSON.stringify(line), () => assert.deepEqual(parseCall(line), called));
});

describe('the name of a command', () => {
  for (const [path, name] of NAMES) {
    it(`of ${path.slice(0, 20)}`, () => {
      const found = toCommandName(path);
      assert.equal(found.name, name);
      assert.equal(found.fault === null, name !== null);
      if (name !== null) assert.equal(parseCall(`/${name}`)?.name, name);
    });
  }
});
