import type { History } from '../../../ports/history.ts';
import { loadReader } from '../approvals.ts';
import type { Database } from '../database.ts';
import { numberOf } from '../row.ts';
import { createForwards, pageBackwards } from './decision-pages.ts';
import { addFork, findFork, listRuns, listSessions, matchSessions, removeSession } from './kept-sessions.ts';
import { searchTexts } from './search.ts';

const QUESTION =
  'approvals.id, approvals.state, approvals.why, approvals.answer, approvals.by, approvals.at, approvals.note, approvals.question';
const OF_SESSION = `SELECT ${QUESTION} FROM approvals JOIN runs ON runs.id = approvals.run
  WHERE runs.session = ? ORDER BY approvals.asked_at, approvals.rowid`;
const ANSWERED = `SELECT approvals.rowid AS number, ${QUESTION} FROM approvals
  WHERE approvals.rowid > ? AND answer IS NOT NULL ORDER BY approvals.rowid LIMIT ?`;

export function createHistory(database: Database): History {
  const pageForwards = createForwards(database);
  return {
    sessions: async (filter) => listSessions(database, filter),
    matchSessions: async (prefix, limit) => matchSessions(database, prefix, limit),
    runs: async (session) => listRuns(database, session),
    findFork: async (session) => findFork(database, session),
    search: async (phrases, filter) => searchTexts(database, phrases, filter),
    async approvals(session) {
      const toApproval = await loadReader(database);
      return database.all(OF_SESSION, session).map(toApproval);
    },
    async decisionsBefore(number, filter, limit) {
      return pageBackwards(database, number, { filter, limit, toApproval: await loadReader(database) });
    },
    decisionsAfter: async (number, filter, limit) => pageForwards(number, { filter, limit }),
    async answersAfter(number, limit) {
      const toApproval = await loadReader(database);
      const rows = database.all(ANSWERED, number, limit);
      return rows.map((row) => ({ number: numberOf(row, 'number'), approval: toApproval(row) }));
    },
    addFork: async (fork) => addFork(database, fork),
    remove: async (session) => removeSession(database, session),
  };
}
