import type { Approvals, Settled } from '../../ports/store.ts';
import type { Approval } from '../../vocab/approval.ts';
import type { Database, Row } from './database.ts';
import { insertEvents } from './event-log.ts';
import { insertGrant } from './grants.ts';
import { objectOf } from './row.ts';

const INSERT = `INSERT INTO approvals (id, run, call, asked_at, expires_at, state, question)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const SETTLE = `UPDATE approvals SET state = ?, why = ?, answer = ?, by = ?, at = ?, note = ? WHERE id = ? AND state = 'pending'`;
const COLUMNS = 'SELECT id, state, why, answer, by, at, note, question FROM approvals';
const LIST = `${COLUMNS} WHERE ?1 IS NULL OR state = ?1 ORDER BY asked_at DESC, rowid DESC LIMIT ?2`;

export function createApprovals(database: Database): Approvals {
  return {
    ask: async (approval, event) =>
      database.transaction(() => {
        const { id, run, call, askedAt, expiresAt, state } = approval;
        database.run(INSERT, id, run, call, askedAt, expiresAt, state, JSON.stringify(approval));
        return insertEvents(database, run, askedAt, [event]);
      }),
    async find(id) {
      const row = database.get(`${COLUMNS} WHERE id = ?`, id);
      return row === null ? null : ((await readApprovals(database, [row]))[0] ?? null);
    },
    list: async (state, limit) => (await readApprovals(database, database.all(LIST, state, limit))).toReversed(),
    answer: async (settled) => database.transaction(() => settle(database, settled)),
  };
}

async function readApprovals(database: Database, rows: readonly Row[]): Promise<readonly Approval[]> {
  const toApproval = await loadReader(database);
  return rows.map(toApproval);
}

/** Reads an approval out of its row: its columns count before the question as it was put. */
export async function loadReader(database: Database): Promise<(row: Row) => Approval> {
  const { approvalSchema } = await import('../../vocab/approval.ts');
  return (row) => {
    const { id, state, why, answer, by, at, note } = row;
    try {
      return approvalSchema.parse({ ...objectOf(row, 'question'), state, why, answer, by, at, note });
    } catch (error) {
      throw database.damaged(`an approval (${String(id)})`, error);
    }
  };
}

function settle(database: Database, settled: Settled): ReturnType<typeof insertEvents> | null {
  const { id, run, at, event, grant, alongside } = settled;
  if (database.run(SETTLE, event.state, event.why, event.answer, event.by, at, event.note, id).changes === 0)
    return null;
  alongside?.();
  if (grant !== null) insertGrant(database, grant);
  return insertEvents(database, run, at, [event]);
}
