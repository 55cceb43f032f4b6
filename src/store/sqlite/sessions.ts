import type { SessionRow, Sessions } from '../../ports/store.ts';
import { MODES } from '../../vocab/principal.ts';
import type { Database, Row } from './database.ts';
import { numberOf, textOf, wordOf } from './row.ts';

const INSERT = 'INSERT INTO sessions (id, workspace, cwd, mode, requester, at) VALUES (?, ?, ?, ?, ?, ?)';
const FIND = 'SELECT id, workspace, cwd, mode, requester, at FROM sessions WHERE id = ?';
const FIND_BY_RUN = `SELECT sessions.id, workspace, cwd, mode, requester, sessions.at FROM runs
  JOIN sessions ON sessions.id = runs.session WHERE runs.id = ?`;
const FIND_NEWEST = `SELECT id, workspace, cwd, mode, requester, at FROM sessions WHERE workspace = ?
  ORDER BY max(at, coalesce((SELECT max(runs.at) FROM runs WHERE session = sessions.id), 0)) DESC, rowid DESC LIMIT 1`;
const SET_MODE = 'UPDATE sessions SET mode = ? WHERE id = ?';
const NEWEST_RUN = 'SELECT id FROM runs WHERE session = ? ORDER BY rowid DESC LIMIT 1';
const INSERT_RUN = 'INSERT INTO runs (id, session, at) VALUES (?, ?, ?)';

export function createSessions(database: Database): Sessions {
  const read = (row: Row | null): SessionRow | null => {
    if (row === null) return null;
    try {
      return readSession(row);
    } catch (error) {
      throw database.damaged(`a session (${String(row['id'])})`, error);
    }
  };
  return {
    async create({ id, workspace, cwd, mode, requester, at }) {
      database.run(INSERT, id, workspace, cwd, mode, requester, at);
    },
    find: async (id) => read(database.get(FIND, id)),
    findByRun: async (run) => read(database.get(FIND_BY_RUN, run)),
    findNewest: async (workspace) => read(database.get(FIND_NEWEST, workspace)),
    async setMode(id, mode) {
      database.run(SET_MODE, mode, id);
    },
    createRun: async ({ id, session, at }, after) =>
      database.transaction(() => {
        if ((database.get(NEWEST_RUN, session)?.['id'] ?? null) !== after) return false;
        database.run(INSERT_RUN, id, session, at);
        return true;
      }),
  };
}

export const readSession = (row: Row): SessionRow => ({
  id: textOf(row, 'id'),
  workspace: textOf(row, 'workspace'),
  cwd: textOf(row, 'cwd'),
  mode: wordOf(row, 'mode', MODES),
  requester: textOf(row, 'requester'),
  at: numberOf(row, 'at'),
});
