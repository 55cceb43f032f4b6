import type { SessionRow, Sessions } from '../../ports/store.ts';
import { MODES } from '../../vocab/principal.ts';
import type { Database, Row } from './database.ts';
import { numberOf, textOf, wordOf } from './row.ts';

const INSERT = 'INSERT INTO sessions (id, workspace, cwd, mode, requester, at) VALUES (?, ?, ?, ?, ?, ?)';
const FIND = 'SELECT id, workspace, cwd, mode, requester, at FROM sessions WHERE id = ?';
const INSERT_RUN = 'INSERT INTO runs (id, session, at) VALUES (?, ?, ?)';

export function createSessions(database: Database): Sessions {
  return {
    async create({ id, workspace, cwd, mode, requester, at }) {
      database.run(INSERT, id, workspace, cwd, mode, requester, at);
    },
    async find(id) {
      const row = database.get(FIND, id);
      if (row === null) return null;
      try {
        return readSession(row);
      } catch (error) {
        throw database.damaged(`a session (${id})`, error);
      }
    },
    async createRun({ id, session, at }) {
      database.run(INSERT_RUN, id, session, at);
    },
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
