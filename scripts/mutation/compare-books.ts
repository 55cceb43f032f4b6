import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { Book, BookRow } from '../../test/pins/book.ts';
import { createModules } from './modules.ts';
import type { Outcome } from './shadow.ts';

/**
 * A process that compares the books of `test/pins` with what changed code makes of them, one change after the other, and
 * stops at the first row that differs. Rows that hold a word of the changed text come first.
 */
export interface Question {
  readonly file: string;
  readonly source: string;
  readonly words: readonly string[];
  /** Most changes show in the first rows; the tests are quicker than all the others. */
  readonly rows: 'first' | 'others';
}

const FIRST_ROWS = 1_000;
/** Rows compared at a time; a loop that does not end shows in one such lot. */
const LOT = 50;
/** Thousand times what a lot takes. */
const LOT_TIMEOUT_MS = 60_000;

const PINS = join(import.meta.dirname, '..', '..', 'test', 'pins');
const modules = createModules();

interface Pins {
  readonly books: readonly Book[];
  readonly renderBookRow: (row: BookRow) => string;
  readonly readBook: (book: Book) => readonly string[];
  readonly renderTables: () => string;
}

function loadPins(change?: Pick<Question, 'file' | 'source'>): Pins {
  const { PINNED } = modules.load(join(PINS, 'books.ts'), change) as { readonly PINNED: Pins };
  return PINNED;
}

const flags = readFileSync(join(PINS, 'flag-tables.txt'), 'utf8');
const wordRows = loadPins().books[0]?.rows().length ?? 0;
const pinned = loadPins().books.flatMap((book) => loadPins().readBook(book));

function compare({ words, rows: part, ...change }: Question): Outcome {
  const { books, renderBookRow, renderTables } = within(() => loadPins(change));
  if (renderTables() !== flags) return 'killed';
  const rows = books.flatMap((book) => book.rows());
  if (rows.length !== pinned.length) return 'killed';
  const holds = (i: number): boolean => words.some((word) => rows[i]?.question.includes(word));
  // The reader's own rows for a change of the reader, then the others, a few of every kind before more of one.
  const isOwn = (i: number): boolean => i < wordRows && change.file.includes('/shell/');
  const rank = (i: number): number => (holds(i) ? -1 : (isOwn(i) ? 0 : rows.length) + ((i * 7919) % rows.length));
  const order = rows
    .map((_, i) => [i, rank(i)] as const)
    .toSorted((a, b) => a[1] - b[1])
    .map(([i]) => i)
    .slice(...(part === 'first' ? [0, FIRST_ROWS] : [FIRST_ROWS]));
  const differs = (i: number): boolean => {
    const row = rows[i];
    return row !== undefined && renderBookRow(row) !== pinned[i];
  };
  for (let at = 0; at < order.length; at += LOT) {
    if (within(() => order.slice(at, at + LOT).some(differs))) return 'killed';
  }
  return 'survived';
}

const CALL = new Script('task()');

function within<T>(task: () => T): T {
  Object.assign(globalThis, { task });
  return CALL.runInThisContext({ timeout: LOT_TIMEOUT_MS }) as T;
}

process.on('message', (question: Question) => {
  let outcome: Outcome;
  try {
    outcome = compare(question);
  } catch (error) {
    // Whatever a change makes the code throw is a difference.
    outcome =
      error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'timeout' : 'killed';
  }
  process.send?.(outcome);
});
process.on('disconnect', () => process.exit());

const unchanged = loadPins();
const some = unchanged.books.flatMap((book) => book.rows()).map((row, i) => [row, i] as const);
const fits = some.every(([row, i]) => i % 20 > 0 || unchanged.renderBookRow(row) === pinned[i]);
if (fits) process.send?.('ready');
else process.exit(1);
