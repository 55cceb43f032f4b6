import { readFileSync } from 'node:fs';
import { PIN_FILE, renderTables } from '../../test/pins/flag-tables.ts';
import { readBook, renderBookRow } from '../../test/pins/book.ts';
import { VERDICT_BOOKS } from '../../test/pins/verdicts.ts';
import { WORD_BOOK } from '../../test/pins/words.ts';

/**
 * `node compare-books.ts WORD..` compares the books of flags, verdicts and words with what the code makes of them, and
 * fails at the first row that differs: the tests of `test/pins`, with the rows that hold one of the words in front.
 */
const words = process.argv.slice(2);
const books = process.argv.includes('shell') ? [WORD_BOOK, ...VERDICT_BOOKS] : [...VERDICT_BOOKS, WORD_BOOK];
const rows = books.flatMap((book) => {
  const pinned = readBook(book);
  return book.rows().map((row, i) => ({ row, pinned: pinned[i] }));
});
const holds = (question: string): boolean => words.some((word) => question.includes(word));
// The others in an order that takes a few of every kind before more of one.
const rank = (i: number): number => (holds(rows[i]?.row.question ?? '') ? 0 : 1 + ((i * 7919) % rows.length));
const order = rows.map((_, i) => i).toSorted((a, b) => rank(a) - rank(b));
const differs = (i: number): boolean => {
  const found = rows[i];
  return found !== undefined && renderBookRow(found.row) !== found.pinned;
};
if (renderTables() !== readFileSync(PIN_FILE, 'utf8') || order.some(differs)) process.exitCode = 1;
