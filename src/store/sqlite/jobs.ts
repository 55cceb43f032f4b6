import { QUEUE_STATES, type JobQueue, type QueuedJob } from '../../ports/job-queue.ts';
import type { Database, Row } from './database.ts';
import { numberOf, objectOf, textOf, wordOf } from './row.ts';

const KEPT_MS = 30 * 24 * 3600 * 1000;
const MOST_WAITING = 1000;

const COLUMNS = 'id, workspace, kind, subject, state, attempts, created_at, updated_at, due_at, outcome, payload';
const IS_DUE = `(state IN ('queued', 'retrying') AND due_at <= ?1 OR state = 'running' AND lease_until <= ?1)`;
const IS_OURS = `id = ? AND state = 'running' AND attempts = ?`;

const FORGET = `DELETE FROM jobs WHERE state IN ('done', 'failed') AND updated_at < ?`;
const ADD = `INSERT INTO jobs (id, workspace, kind, subject, state, attempts, created_at, updated_at, due_at, lease_until, payload)
  SELECT ?1, ?2, ?3, ?4, 'queued', 0, ?5, ?5, ?6, 0, ?7
  WHERE (SELECT count(*) FROM jobs WHERE state IN ('queued', 'running', 'retrying')) < ${MOST_WAITING}
  ON CONFLICT (kind, subject) DO NOTHING`;
const FIND = `SELECT ${COLUMNS} FROM jobs WHERE id = ?`;
const LIST = `SELECT ${COLUMNS} FROM jobs WHERE ?1 IS NULL OR workspace = ?1 ORDER BY created_at DESC, rowid DESC LIMIT ?2`;
const TAKE = `UPDATE jobs SET state = 'running', attempts = attempts + 1, updated_at = ?1, lease_until = ?2
  WHERE id = (SELECT id FROM jobs WHERE ${IS_DUE} ORDER BY due_at, rowid LIMIT 1) RETURNING ${COLUMNS}`;
const ANY_DUE = `SELECT 1 FROM jobs WHERE ${IS_DUE} LIMIT 1`;
const RENEW = `UPDATE jobs SET lease_until = ? WHERE ${IS_OURS}`;
const SETTLE = `UPDATE jobs SET state = ?, outcome = ?, due_at = ?, updated_at = ?, lease_until = 0 WHERE ${IS_OURS}`;

export function createJobQueue(database: Database): JobQueue {
  const read = (row: Row): QueuedJob => {
    try {
      return readJob(row);
    } catch (error) {
      throw database.damaged(`a job (${String(row['id'])})`, error);
    }
  };
  const readOne = (row: Row | null): QueuedJob | null => (row === null ? null : read(row));
  return {
    add: async ({ id, workspace, kind, subject, payload = null, dueAt }, at) =>
      database.transaction(() => {
        database.run(FORGET, at - KEPT_MS);
        return database.run(ADD, id, workspace, kind, subject, at, dueAt, payload).changes === 1;
      }),
    find: async (id) => readOne(database.get(FIND, id)),
    list: async ({ workspace, limit }) => database.all(LIST, workspace, limit).map(read),
    take: async (now, leaseMs) => readOne(database.get(TAKE, now, now + leaseMs)),
    isDue: async (now) => database.get(ANY_DUE, now) !== null,
    renew: async ({ id, attempts }, until) => database.run(RENEW, until, id, attempts).changes === 1,
    async settle({ id, attempts }, { state, outcome, dueAt }, at) {
      const told = outcome === null ? null : JSON.stringify(outcome);
      return database.run(SETTLE, state, told, dueAt, at, id, attempts).changes === 1;
    },
  };
}

function readJob(row: Row): QueuedJob {
  return {
    id: textOf(row, 'id'),
    workspace: textOf(row, 'workspace'),
    kind: textOf(row, 'kind'),
    subject: textOf(row, 'subject'),
    ...(row['payload'] === null ? {} : { payload: textOf(row, 'payload') }),
    state: wordOf(row, 'state', QUEUE_STATES),
    attempts: numberOf(row, 'attempts'),
    createdAt: numberOf(row, 'created_at'),
    updatedAt: numberOf(row, 'updated_at'),
    dueAt: numberOf(row, 'due_at'),
    outcome: row['outcome'] === null ? null : readOutcome(row),
  };
}

function readOutcome(row: Row): QueuedJob['outcome'] {
  const outcome = objectOf(row, 'outcome');
  return { code: textOf(outcome, 'code'), message: textOf(outcome, 'message') };
}
