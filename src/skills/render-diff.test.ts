import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderDiff } from './render-diff.ts';

const file = (path: string, text: string) => ({ path, text });

describe('the diff of a skill', () => {
  it('is empty where nothing changed', () => assert.equal(renderDiff([file('a', 'x')], [file('a', 'x')]), ''));

  it('shows every file that changed, is new or gone', () => {
    const before = [file('SKILL.md', 'one\ntwo\n'), file('old.md', 'gone\n'), file('same.md', 'same\n')];
    const after = [file('SKILL.md', 'one\n2\n'), file('new.md', 'come'), file('same.md', 'same\n')];
    assert.equal(
      renderDiff(before, after),
      [
        '--- a/SKILL.md',
        '+++ b/SKILL.md',
        '@@ -1,2 +1,2 @@',
        ' one',
        '-two',
        '+2',
        '--- /dev/null',
        '+++ b/new.md',
        '@@ -0,0 +1,1 @@',
        '+come',
        '\\ No newline at end of file',
        '--- a/old.md',
        '+++ /dev/null',
        '@@ -1,1 +0,0 @@',
        '-gone',
        '',
      ].join('\n'),
    );
  });

  it('shows texts that have nothing in common as one in place of the other', () => {
    const lines = (word: string): string => Array.from({ length: 3000 }, (_, i) => `${word} ${i}\n`).join('');
    const diff = renderDiff([file('a', lines('old'))], [file('a', `${lines('new')}end`)]);
    assert.match(diff, /^--- a\/a\n\+\+\+ b\/a\n@@ -1,3000 \+1,3001 @@\n-old 0\n/);
    assert.match(diff, /\n-old 2999\n\+new 0\n[^]*\+end\n\\ No newline at end of file\n$/);
  });
});
