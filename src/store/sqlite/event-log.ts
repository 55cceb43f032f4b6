import type { EventLog } from '../../ports/store.ts';
import type { EventBody, RunEvent } from '../../vocab/event.ts';
import type { Database, Row } from './database.ts';
import { numberOf, objectOf, textOf } from './row.ts';

const NEXT_SEQ = 'SELECT coalesce(max(seq), 0) + 1 AS seq FROM events WHERE run = ?';
const INSERT = 'INSERT INTO events (run, seq, at, kind, data) VALUES (?, ?, ?, ?, ?)';
const READ = `SELECT events.id, events.run, events.seq, events.at, events.kind, events.data
  FROM events JOIN runs ON runs.id = events.run WHERE runs.session = ? ORDER BY events.id`;

/** Writes events inside a transaction that the caller holds. */
export function insertEvents(
  database: Database,
  run: string,
  at: number,
  events: readonly EventBody[],
): readonly RunEvent[] {
  const row = database.get(NEXT_SEQ, run);
  const first = row === null ? 1 : numberOf(row, 'seq');
  return events.map((body, i) => {
    const { kind, ...data } = body;
    const { lastId } = database.run(INSERT, run, first + i, at, kind, JSON.stringify(data));
    return { ...body, id: lastId, run, seq: first + i, at };
  });
}

export function createEventLog(database: Database, now: () => number): EventLog {
  return {
    append: async (run, events) => database.transaction(() => insertEvents(database, run, now(), events)),
    async read(session) {
      const rows = database.all(READ, session);
      if (rows.length === 0) return [];
      const { parseEvent } = await import('../../vocab/event.ts');
      return rows.map((row) => readEvent(database, row, parseEvent));
    },
  };
}

function readEvent(database: Database, row: Row, parseEvent: (value: unknown) => RunEvent): RunEvent {
  try {
    return parseEvent({
      ...objectOf(row, 'data'),
      id: numberOf(row, 'id'),
      run: textOf(row, 'run'),
      seq: numberOf(row, 'seq'),
      at: numberOf(row, 'at'),
      kind: textOf(row, 'kind'),
    });
  } catch (error) {
    throw database.damaged(`an event (${String(row['id'])})`, error);
  }
}
