import type { AddedProposal, Proposals, QueueBounds, Settling } from '../../../ports/skill-store.ts';
import { PROPOSAL_STATUSES, type Proposal } from '../../../vocab/proposal.ts';
import type { Database, Row } from '../database.ts';
import { numberOf, objectOf, textOf, wordOf } from '../row.ts';

const COLUMNS = 'SELECT id, status, revision, record FROM skill_proposals';
const LIST = `${COLUMNS} WHERE (?1 IS NULL OR workspace = ?1)
  AND (?2 IS NULL OR status IN (SELECT value FROM json_each(?2))) ORDER BY rowid DESC LIMIT ?3`;
const IDS = 'SELECT id FROM skill_proposals WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT ?2';
const SAME = `SELECT id, status FROM skill_proposals WHERE workspace = ? AND skill = ? AND change_digest = ?
  AND status IN (SELECT value FROM json_each(?)) ORDER BY rowid DESC LIMIT 1`;
const ALL = `${COLUMNS} WHERE ?1 IS NULL OR workspace = ?1`;
const COUNT = 'SELECT count(*) AS count FROM skill_proposals WHERE workspace = ? AND status = ?';
const COUNTS = 'SELECT status, count(*) AS count FROM skill_proposals WHERE workspace = ? GROUP BY status';
const INSERT = `INSERT INTO skill_proposals
  (id, workspace, skill, status, revision, change_digest, created_at, updated_at, record) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const REPLACE = `UPDATE skill_proposals SET skill = ?, status = ?, revision = ?, change_digest = ?, updated_at = ?, record = ?
  WHERE id = ? AND status = ? AND revision = ?`;

export const createProposals = (database: Database): Proposals => ({
  // One that is damaged hides no other; `listDamaged` names it.
  list: async ({ workspace, statuses, limit }) =>
    database
      .all(LIST, workspace, statuses === null ? null : JSON.stringify(statuses), limit)
      .flatMap((row) => (isWhole(row) ? readProposal(database, row) : [])),
  count: async (workspace) =>
    Object.fromEntries(database.all(COUNTS, workspace).map((row) => [textOf(row, 'status'), numberOf(row, 'count')])),
  listDamaged: async (workspace) =>
    database.all(ALL, workspace).flatMap((row) => (isWhole(row) ? [] : [textOf(row, 'id')])),
  async find(id) {
    const row = database.get(`${COLUMNS} WHERE id = ?`, id);
    return row === null ? null : readProposal(database, row);
  },
  findIds: async (beginning, limit) => database.all(IDS, beginning, limit).map((row) => textOf(row, 'id')),
  add: async (proposal, bounds) => database.transaction(() => addProposal(database, proposal, bounds)),
  replace: async (before, after) => replaceProposal(database, { before, after }),
});

function addProposal(database: Database, proposal: Proposal, { most, against }: QueueBounds): AddedProposal {
  const { id, workspace, skill, status, revision, changeKey: digest, createdAt, updatedAt } = proposal;
  const same = database.get(SAME, workspace, skill, digest, JSON.stringify(against));
  if (same !== null)
    return { kind: 'duplicate', id: textOf(same, 'id'), status: wordOf(same, 'status', PROPOSAL_STATUSES) };
  if (Number(database.get(COUNT, workspace, status)?.['count']) >= most) return { kind: 'full' };
  const record = JSON.stringify(proposal);
  database.run(INSERT, id, workspace, skill, status, revision, digest, createdAt, updatedAt, record);
  return { kind: 'added' };
}

/** Also inside a transaction that the caller holds. */
export function replaceProposal(database: Database, { before, after }: Settling): boolean {
  const { skill, status, revision, changeKey, updatedAt } = after;
  const values = [skill, status, revision, changeKey, updatedAt, JSON.stringify(after)] as const;
  return database.run(REPLACE, ...values, before.id, before.status, before.revision).changes === 1;
}

const TEXTS = ['id', 'workspace', 'skill', 'title', 'reason', 'place', 'result', 'revision', 'changeKey'] as const;
const LISTS = ['files', 'from', 'findings', 'waivers', 'notes', 'steps', 'taint'] as const;
const OBJECTS = ['change', 'evidence'] as const;

/** What is applied is what stands here, so what a decision rests on is checked. */
function isWhole(row: Row): boolean {
  try {
    const record = objectOf(row, 'record');
    return (
      TEXTS.every((key) => typeof record[key] === 'string') &&
      LISTS.every((key) => Array.isArray(record[key])) &&
      OBJECTS.every((key) => typeof record[key] === 'object' && record[key] !== null) &&
      record['status'] === wordOf(row, 'status', PROPOSAL_STATUSES) &&
      record['revision'] === row['revision'] &&
      record['id'] === row['id']
    );
  } catch {
    return false; // no JSON, or a status that nobody knows
  }
}

function readProposal(database: Database, row: Row): Proposal {
  if (!isWhole(row)) throw database.damaged(`a proposal (${String(row['id'])})`, row['record']);
  return objectOf(row, 'record') as unknown as Proposal;
}
