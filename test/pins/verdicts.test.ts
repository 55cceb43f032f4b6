import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { VERDICT_FILES } from './verdicts.ts';
import { renderWords, WORD_FILE } from './words.ts';

const BOOKS: readonly (readonly [file: string, render: () => Generator<string>, command: string])[] = [
  [WORD_FILE, renderWords, 'node test/pins/words.ts'],
  ...Object.entries(VERDICT_FILES).map(([file, render]) => [file, render, 'node test/pins/verdicts.ts'] as const),
];

for (const [file, render, command] of BOOKS) {
  test(`nothing in ${basename(file)} changes unseen`, () => {
    const pinned = readFileSync(file, 'utf8');
    const hint = `run \`${command}\` and look at each line that changes`;
    let at = 0;
    for (const row of render()) {
      assert.equal(row, pinned.slice(at, at + row.length), hint);
      at += row.length;
    }
    assert.equal(at, pinned.length, hint);
  });
}
