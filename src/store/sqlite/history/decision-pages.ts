import type { AuditRow, DecisionFilter, StoredDecision } from '../../../ports/history.ts';
import type { Approval } from '../../../vocab/approval.ts';
import type { Call } from '../../../vocab/call.ts';
import { VERDICTS, type Decision } from '../../../vocab/decision.ts';
import { QUESTION_TOOL } from '../../../vocab/tool-names.ts';
import type { Database, Row } from '../database.ts';
import { readDecision } from '../decisions.ts';
import { numberOf, objectOf, textOf } from '../row.ts';

const FILTER = `(?2 IS NULL OR runs.session = ?2) AND (?3 IS NULL OR decisions.run = ?3)
  AND (?4 IS NULL OR decisions.at >= ?4) AND (?5 IS NULL OR decisions.at <= ?5)`;
const HEAD = `decisions.rowid AS number, decisions.id, decisions.run, decisions.at, runs.session`;

const FORWARDS = `SELECT ${HEAD}, decisions.policy_digest, decisions.request, decisions.facts, decisions.decision
  FROM decisions JOIN runs ON runs.id = decisions.run
  WHERE decisions.rowid > ?1 AND ${FILTER} ORDER BY decisions.rowid LIMIT ?6`;
const BACKWARDS = `SELECT ${HEAD}, decisions.call, decisions.request, decisions.decision
  FROM decisions JOIN runs ON runs.id = decisions.run
  WHERE (?1 IS NULL OR decisions.rowid < ?1) AND ${FILTER} ORDER BY decisions.rowid DESC LIMIT ?6`;
/** The question that a decision put, or let the model put: the first one about its call that was asked from then on. */
const ASKED = `SELECT id, state, why, answer, by, at, note, question FROM approvals
  WHERE run = ? AND call = ? AND asked_at >= ? ORDER BY asked_at, rowid LIMIT 1`;

interface Page {
  readonly filter: DecisionFilter;
  readonly limit: number;
}

export function pageForwards(database: Database, after: number, page: Page): readonly StoredDecision[] {
  return readPage(database, FORWARDS, { from: after, ...page }, (row) => ({
    ...readDecision(row),
    number: numberOf(row, 'number'),
    session: textOf(row, 'session'),
  }));
}

export function pageBackwards(
  database: Database,
  before: number | null,
  { toApproval, ...page }: Page & { readonly toApproval: (row: Row) => Approval },
): readonly AuditRow[] {
  const rows = readPage(database, BACKWARDS, { from: before, ...page }, readAuditRow);
  return rows.map((row) => {
    const asks = row.decision.verdict === 'ask' || row.call.tool === QUESTION_TOOL;
    const asked = asks ? database.get(ASKED, row.run, row.call.id, row.at) : null;
    return { ...row, asked: asked === null ? null : toApproval(asked) };
  });
}

function readPage<T>(
  database: Database,
  sql: string,
  { from, filter, limit }: Page & { readonly from: number | null },
  read: (row: Row) => T,
): readonly T[] {
  const { session, run, since, until } = filter;
  return database.all(sql, from, session, run, since, until, limit).map((row) => {
    try {
      return read(row);
    } catch (error) {
      throw database.damaged(`a decision (${String(row['id'])})`, error);
    }
  });
}

/** As for whole decisions: what is leant on is checked, the rest is taken as it was stored. */
function readAuditRow(row: Row): Omit<AuditRow, 'asked'> {
  const request = objectOf(row, 'request');
  const decision = objectOf(row, 'decision');
  if (typeof request['tool'] !== 'string' || typeof request['input'] !== 'object') throw new TypeError('no call');
  if (!VERDICTS.some((verdict) => verdict === decision['verdict'])) throw new TypeError('no verdict');
  if (typeof decision['step'] !== 'string' || typeof decision['reason'] !== 'string') throw new TypeError('no reason');
  return {
    number: numberOf(row, 'number'),
    id: textOf(row, 'id'),
    session: textOf(row, 'session'),
    run: textOf(row, 'run'),
    at: numberOf(row, 'at'),
    call: request as unknown as Call,
    decision: decision as unknown as Decision,
  };
}
