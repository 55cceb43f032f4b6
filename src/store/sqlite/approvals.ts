import type { Approvals, Settled } from '../../ports/store.ts';
import type { Approval } from '../../vocab/approval.ts';
import type { Database, Row } from './database.ts';
import { insertEvents } from './event-log.ts';
import { insertGrant } from './grants.ts';
import { objectOf } from './row.ts';

const INSERT = `INSERT INTO approvals (id, run, call, asked_at, expires_at, state, question)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const SETTLE = `UPDATE approvals SET state = ?, answer = ?, by = ?, at = ? WHERE id = ? AND state = 'pending'`;
const FIND = 'SELECT id, state, answer, by, at, question FROM approvals WHERE id = ?';

export function createApprovals(database: Database): Approvals {
  return {
    ask: async (approval, event) =>
      database.transaction(() => {
        const { id, run, call, askedAt, expiresAt, state } = approval;
        database.run(INSERT, id, run, call, askedAt, expiresAt, state, JSON.stringify(approval));
        return insertEvents(database, run, askedAt, [event]);
      }),
    find: (id) => findApproval(database, id),
    answer: async (settled) => database.transaction(() => settle(database, settled)),
  };
}

async function findApproval(database: Database, id: string): Promise<Approval | null> {
  const row = database.get(FIND, id);
  if (row === null) return null;
  const { approvalSchema } = await import('../../vocab/approval.ts');
  return readApproval(database, row, (value) => approvalSchema.parse(value));
}

/** An approval out of its row, with its columns in force over the question as it was put. */
export function readApproval(database: Database, row: Row, parse: (value: unknown) => Approval): Approval {
  try {
    const { state, answer, by, at } = row;
    return parse({ ...objectOf(row, 'question'), state, answer, by, at });
  } catch (error) {
    throw database.damaged(`an approval (${String(row['id'])})`, error);
  }
}

function settle(database: Database, settled: Settled): ReturnType<typeof insertEvents> | null {
  const { id, run, at, event, grant } = settled;
  if (database.run(SETTLE, event.state, event.answer, event.by, at, id).changes === 0) return null;
  if (grant !== null) insertGrant(database, grant);
  return insertEvents(database, run, at, [event]);
}
