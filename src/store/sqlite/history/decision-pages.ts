import type { AuditRow, DecisionFilter, StoredDecision } from '../../../ports/history.ts';
import type { Approval } from '../../../vocab/approval.ts';
import { VERDICTS } from '../../../vocab/decision.ts';
import type { Facts } from '../../../vocab/facts.ts';
import { QUESTION_TOOL } from '../../../vocab/tool-names.ts';
import type { Database, Row } from '../database.ts';
import { readCall, readFacts, readOutcome } from '../decisions.ts';
import { numberOf, textOf, wordOf } from '../row.ts';

const FILTER = `(?2 IS NULL OR runs.session = ?2) AND (?3 IS NULL OR decisions.run = ?3)
  AND (?4 IS NULL OR decisions.at >= ?4) AND (?5 IS NULL OR decisions.at <= ?5)`;
const HEAD = `decisions.rowid AS number, decisions.id, decisions.run, decisions.at, runs.session`;

const FORWARDS = `SELECT ${HEAD}, decisions.request, decisions.facts, decisions.line, decisions.verdict, decisions.decision
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

/** Of so many lines the reading is kept while the rest of a history is read. */
const MAX_LINES = 5_000;

/** The same line is the same object wherever it is stored: most lines of a day's work come again. */
function createLines(): (text: string) => Facts['line'] {
  const lines = new Map<string, Facts['line']>();
  return (text) => {
    const known = lines.get(text);
    if (known !== undefined) return known;
    const line = JSON.parse(text) as Facts['line'];
    if (lines.size < MAX_LINES) lines.set(text, line);
    return line;
  };
}

/** Reads pages one after the other. */
export function createForwards(database: Database): (after: number, page: Page) => readonly StoredDecision[] {
  const lineOf = createLines();
  const read = (row: Row): StoredDecision => ({
    number: numberOf(row, 'number'),
    id: textOf(row, 'id'),
    session: textOf(row, 'session'),
    run: textOf(row, 'run'),
    at: numberOf(row, 'at'),
    call: readCall(row),
    facts: readFacts(row, lineOf(textOf(row, 'line'))),
    verdict: wordOf(row, 'verdict', VERDICTS),
    decision: () => readFrom(database, row, readOutcome),
  });
  return (after, page) => readPage(database, FORWARDS, { from: after, ...page }, read);
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
  const rows = database.all(sql, from, session, run, since, until, limit);
  return rows.map((row) => readFrom(database, row, read));
}

function readFrom<T>(database: Database, row: Row, read: (row: Row) => T): T {
  try {
    return read(row);
  } catch (error) {
    throw database.damaged(`a decision (${String(row['id'])})`, error);
  }
}

/** As for whole decisions: what is leant on is checked, the rest is taken as it was stored. */
function readAuditRow(row: Row): Omit<AuditRow, 'asked'> {
  const decision = readOutcome(row);
  if (typeof decision.step !== 'string' || typeof decision.reason !== 'string') throw new TypeError('no reason');
  return {
    number: numberOf(row, 'number'),
    id: textOf(row, 'id'),
    session: textOf(row, 'session'),
    run: textOf(row, 'run'),
    at: numberOf(row, 'at'),
    call: readCall(row),
    decision,
  };
}
