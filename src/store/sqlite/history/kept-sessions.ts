import type { ForkedSession, ForkOrigin, SessionSummary } from '../../../ports/history.ts';
import type { Database, Row } from '../database.ts';
import { numberOf, objectOf, textOf } from '../row.ts';
import { readSession } from '../sessions.ts';

const LIST = `SELECT id, workspace, cwd, mode, requester, at, fork_of, fork_events,
    (SELECT count(*) FROM runs WHERE runs.session = sessions.id) AS run_count,
    max(at, coalesce((SELECT max(runs.at) FROM runs WHERE runs.session = sessions.id), 0)) AS last_at,
    (SELECT events.data FROM runs JOIN events ON events.run = runs.id
      WHERE runs.session = sessions.id AND events.kind = 'message-received'
      ORDER BY runs.at, events.seq LIMIT 1) AS message
  FROM sessions WHERE ?1 IS NULL OR workspace = ?1 ORDER BY last_at DESC, sessions.rowid DESC LIMIT ?2`;
const MATCH = 'SELECT id FROM sessions WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT ?2';
const FORK = 'SELECT fork_of, fork_events FROM sessions WHERE id = ?';
const RUNS = 'SELECT id FROM runs WHERE session = ? ORDER BY at, rowid';

const INSERT = `INSERT INTO sessions (id, workspace, cwd, mode, requester, at, fork_of, fork_events)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_RUN = 'INSERT INTO runs (id, session, at) VALUES (?, ?, ?)';
const INSERT_EVENT = 'INSERT INTO events (run, seq, at, kind, data) VALUES (?, ?, ?, ?, ?)';

const DELETE_OF_RUN = [
  'DELETE FROM texts WHERE rowid IN (SELECT id FROM events WHERE run = ?)',
  'DELETE FROM events WHERE run = ?',
  'DELETE FROM decisions WHERE run = ?',
  'DELETE FROM approvals WHERE run = ?',
  'DELETE FROM jobs WHERE subject = ?',
  'DELETE FROM runs WHERE id = ?',
] as const;
const DELETE_OF_SESSION = ['DELETE FROM grants WHERE session = ?', 'DELETE FROM sessions WHERE id = ?'] as const;

export function listSessions(
  database: Database,
  { workspace, limit }: { readonly workspace: string | null; readonly limit: number },
): readonly SessionSummary[] {
  return database.all(LIST, workspace, limit).map((row) => {
    try {
      return readSummary(row);
    } catch (error) {
      throw database.damaged(`a session (${String(row['id'])})`, error);
    }
  });
}

function readSummary(row: Row): SessionSummary {
  const message = row['message'] === null ? null : objectOf(row, 'message')['text'];
  return {
    ...readSession(row),
    lastAt: numberOf(row, 'last_at'),
    runs: numberOf(row, 'run_count'),
    title: typeof message === 'string' ? message : null,
    forkOf: readFork(row),
  };
}

const readFork = (row: Row): ForkOrigin | null =>
  row['fork_of'] === null ? null : { session: textOf(row, 'fork_of'), events: numberOf(row, 'fork_events') };

export const matchSessions = (database: Database, prefix: string, limit: number): readonly string[] =>
  database.all(MATCH, prefix, limit).map((row) => textOf(row, 'id'));

export const listRuns = (database: Database, session: string): readonly string[] =>
  database.all(RUNS, session).map((row) => textOf(row, 'id'));

export function findFork(database: Database, session: string): ForkOrigin | null {
  const row = database.get(FORK, session);
  return row === null ? null : readFork(row);
}

export function addFork(database: Database, { session, origin, runs }: ForkedSession): void {
  const { id, workspace, cwd, mode, requester, at } = session;
  database.transaction(() => {
    database.run(INSERT, id, workspace, cwd, mode, requester, at, origin.session, origin.events);
    for (const run of runs) {
      database.run(INSERT_RUN, run.id, id, run.at);
      for (const [i, { at: eventAt, body }] of run.events.entries()) {
        const { kind, ...data } = body;
        database.run(INSERT_EVENT, run.id, i + 1, eventAt, kind, JSON.stringify(data));
      }
    }
  });
}

/** Overwrites what it deletes, and empties the log of writes: what a person wants gone is not left in the file. */
export function removeSession(database: Database, session: string): readonly string[] {
  database.get('PRAGMA secure_delete = ON');
  const runs = database.transaction(() => {
    const found = listRuns(database, session);
    for (const run of found) for (const sql of DELETE_OF_RUN) database.run(sql, run);
    for (const sql of DELETE_OF_SESSION) database.run(sql, session);
    return found;
  });
  database.get('PRAGMA wal_checkpoint(TRUNCATE)');
  return runs;
}
