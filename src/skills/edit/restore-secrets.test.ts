import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { restoreSecrets } from './restore-secrets.ts';

const mask = (text: string): string => text.replaceAll(/hunter\d/g, '[secret X]').replaceAll('AA\nBB', '[secret KEY]');
const restore = (changed: string, live: string): string | null => restoreSecrets(changed, live, mask);

describe('what was masked', () => {
  it('comes back in the lines that are as they were, wherever they stand', () => {
    assert.equal(restore('new\na\nuse [secret X].\nb\n', 'a\nuse hunter2.\nb\n'), 'new\na\nuse hunter2.\nb\n');
    assert.equal(
      restore('use [secret X].\nuse [secret X].', 'use hunter2.\nuse hunter2.'),
      'use hunter2.\nuse hunter2.',
    );
  });

  it('is not guessed', () => {
    const cases = [
      ['use [secret X] now', 'use hunter2'],
      ['nothing', 'use hunter2'],
      ['use [secret X]\nb', 'use hunter2\nuse hunter3'],
      ['a [secret KEY] b', 'a AA\nBB b'],
    ] as const;
    for (const [changed, live] of cases) assert.equal(restore(changed, live), null, changed);
  });

  it('leaves a text alone where the live one holds none, also one that holds a mark', () => {
    assert.equal(restore('use [secret X]', 'use'), 'use [secret X]');
  });
});
