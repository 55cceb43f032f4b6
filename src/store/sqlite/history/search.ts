import type { SearchFilter, SearchHit } from '../../../ports/history.ts';
import type { Database } from '../database.ts';
import { numberOf, textOf } from '../row.ts';

/** How much of a text is looked at, in characters: the head of a long result, not all of it. */
const MAX_TEXT = 4_000;
const MAX_INPUT = 1_000;

/** Messages, replies with the calls they ask for, and results; only those that came since the last search. */
const FILL = `INSERT INTO texts (rowid, text)
  SELECT id, CASE WHEN json_valid(data) THEN substr(coalesce(data ->> '$.text', ''), 1, ${MAX_TEXT}) ||
    coalesce((SELECT group_concat(' ' || substr(value ->> '$.input', 1, ${MAX_INPUT}), '')
      FROM json_each(data, '$.calls')), '') ELSE '' END
  FROM events WHERE id > (SELECT coalesce(max(rowid), 0) FROM texts)
    AND kind IN ('message-received', 'reply-received', 'call-ended')`;

const SEARCH = `SELECT events.id, events.run, events.at, events.kind, runs.session,
    snippet(texts, 0, '', '', '…', 16) AS excerpt
  FROM texts JOIN events ON events.id = texts.rowid JOIN runs ON runs.id = events.run
    JOIN sessions ON sessions.id = runs.session
  WHERE texts MATCH ?1 AND (?2 IS NULL OR sessions.workspace = ?2) ORDER BY texts.rowid DESC LIMIT ?3`;

export function searchTexts(
  database: Database,
  phrases: readonly string[],
  { workspace, limit }: SearchFilter,
): readonly SearchHit[] {
  database.transaction(() => database.run(FILL));
  return database.all(SEARCH, phrases.map(toPhrase).join(' AND '), workspace, limit).map((row) => {
    try {
      return {
        session: textOf(row, 'session'),
        run: textOf(row, 'run'),
        event: numberOf(row, 'id'),
        at: numberOf(row, 'at'),
        kind: textOf(row, 'kind'),
        excerpt: textOf(row, 'excerpt'),
      };
    } catch (error) {
      throw database.damaged(`an event (${String(row['id'])})`, error);
    }
  });
}

/** A phrase of FTS5: its words in this order. A `*` at the end: whatever begins so. NUL would end the expression. */
function toPhrase(text: string): string {
  const isPrefix = text.endsWith('*');
  return `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`;
}
