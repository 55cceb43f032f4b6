import { readBook, renderBookRow, type Book } from './book.ts';
import { renderTables } from './flag-tables.ts';
import { VERDICT_BOOKS } from './verdicts.ts';
import { WORD_BOOK } from './words.ts';

/** Everything that is pinned, and how it is compared. */
export const PINNED = {
  books: [WORD_BOOK, ...VERDICT_BOOKS] satisfies readonly Book[],
  readBook,
  renderBookRow,
  renderTables,
};
