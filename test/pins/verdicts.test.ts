import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { readBook, renderBookRow } from './book.ts';
import { VERDICT_BOOKS } from './verdicts.ts';
import { WORD_BOOK } from './words.ts';

for (const book of [WORD_BOOK, ...VERDICT_BOOKS]) {
  test(`nothing in ${basename(book.file)} changes unseen`, () => {
    const pinned = readBook(book);
    const rows = book.rows();
    const hint = `run \`${book.command}\` and look at each line that changes`;
    for (const [i, row] of rows.entries()) assert.equal(renderBookRow(row), pinned[i], hint);
    assert.equal(rows.length, pinned.length, hint);
  });
}
