import type { ReviewStates, WorkshopLog } from '../../../ports/skill-store.ts';
import type { Database } from '../database.ts';
import { numberOf, objectOf, textOf } from '../row.ts';

const KEPT = 10_000;

const ADD = `INSERT INTO workshop_log (at, workspace, code, skill, proposal, session, message)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const FORGET = `DELETE FROM workshop_log WHERE id <= (SELECT max(id) FROM workshop_log) - ${KEPT}`;
const LIST = `SELECT at, workspace, code, skill, proposal, session, message FROM workshop_log
  WHERE ?1 IS NULL OR workspace = ?1 ORDER BY id DESC LIMIT ?2`;

export const createWorkshopLog = (database: Database): WorkshopLog => ({
  add: async ({ at, workspace, code, skill, proposal, session, message }) =>
    database.transaction(() => {
      database.run(ADD, at, workspace, code, skill, proposal, session, message);
      database.run(FORGET);
    }),
  list: async ({ workspace, limit }) =>
    database.all(LIST, workspace, limit).map((row) => ({
      at: numberOf(row, 'at'),
      workspace: textOf(row, 'workspace'),
      code: textOf(row, 'code'),
      skill: row['skill'] === null ? null : textOf(row, 'skill'),
      proposal: row['proposal'] === null ? null : textOf(row, 'proposal'),
      session: row['session'] === null ? null : textOf(row, 'session'),
      message: textOf(row, 'message'),
    })),
});

const STATE = 'SELECT state FROM workshop_reviews WHERE workspace = ?';
const SET_STATE = `INSERT INTO workshop_reviews (workspace, state) VALUES (?, ?)
  ON CONFLICT (workspace) DO UPDATE SET state = excluded.state`;

export const createReviewStates = (database: Database): ReviewStates => ({
  update: async (workspace, change) =>
    database.transaction(() => {
      const row = database.get(STATE, workspace);
      const changed = change(row === null ? null : objectOf(row, 'state'));
      database.run(SET_STATE, workspace, JSON.stringify(changed.state));
      return changed;
    }),
});
