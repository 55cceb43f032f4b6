import { digestOf } from '../../../base/digest.ts';
import type { AddedProposal, Proposals, Settling } from '../../../ports/skill-store.ts';
import { PROPOSAL_STATUSES, type Proposal } from '../../../vocab/proposal.ts';
import type { Database, Row } from '../database.ts';
import { objectOf, textOf, wordOf } from '../row.ts';

const COLUMNS = 'SELECT id, status, revision, record FROM skill_proposals';
const LIST = `${COLUMNS} WHERE (?1 IS NULL OR workspace = ?1)
  AND (?2 IS NULL OR status IN (SELECT value FROM json_each(?2))) ORDER BY created_at DESC, id DESC LIMIT ?3`;
const IDS = 'SELECT id FROM skill_proposals WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT ?2';
const SAME = `SELECT id FROM skill_proposals WHERE workspace = ? AND skill = ? AND change_digest = ?
  AND status IN ('pending', 'quarantined')`;
const COUNT = 'SELECT count(*) AS count FROM skill_proposals WHERE workspace = ? AND status = ?';
const INSERT = `INSERT INTO skill_proposals
  (id, workspace, skill, status, revision, change_digest, created_at, updated_at, record) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const REPLACE = `UPDATE skill_proposals SET skill = ?, status = ?, revision = ?, change_digest = ?, updated_at = ?, record = ?
  WHERE id = ? AND status = ? AND revision = ?`;

export const createProposals = (database: Database): Proposals => ({
  list: async ({ workspace, statuses, limit }) =>
    database
      .all(LIST, workspace, statuses === null ? null : JSON.stringify(statuses), limit)
      .map((row) => readProposal(database, row)),
  async find(id) {
    const row = database.get(`${COLUMNS} WHERE id = ?`, id);
    return row === null ? null : readProposal(database, row);
  },
  findIds: async (beginning, limit) => database.all(IDS, beginning, limit).map((row) => textOf(row, 'id')),
  add: async (proposal, most) => database.transaction(() => addProposal(database, proposal, most)),
  replace: async (before, after) => replaceProposal(database, { before, after }),
});

function addProposal(database: Database, proposal: Proposal, most: number): AddedProposal {
  const { id, workspace, skill, status, revision, change, createdAt, updatedAt } = proposal;
  const digest = digestOf(change);
  const same = database.get(SAME, workspace, skill, digest);
  if (same !== null) return { kind: 'duplicate', id: textOf(same, 'id') };
  if (Number(database.get(COUNT, workspace, status)?.['count']) >= most) return { kind: 'full' };
  const record = JSON.stringify(proposal);
  database.run(INSERT, id, workspace, skill, status, revision, digest, createdAt, updatedAt, record);
  return { kind: 'added' };
}

/** Also inside a transaction that the caller holds. */
export function replaceProposal(database: Database, { before, after }: Settling): boolean {
  const { skill, status, revision, change, updatedAt } = after;
  const values = [skill, status, revision, digestOf(change), updatedAt, JSON.stringify(after)] as const;
  return database.run(REPLACE, ...values, before.id, before.status, before.revision).changes === 1;
}

const TEXTS = ['id', 'workspace', 'skill', 'title', 'reason', 'place', 'result', 'revision'] as const;
const LISTS = ['files', 'findings', 'taint'] as const;

/** What is applied is what stands here, so what a decision rests on is checked. */
function readProposal(database: Database, row: Row): Proposal {
  const record = objectOf(row, 'record');
  const isWhole =
    TEXTS.every((key) => typeof record[key] === 'string') &&
    LISTS.every((key) => Array.isArray(record[key])) &&
    record['status'] === wordOf(row, 'status', PROPOSAL_STATUSES) &&
    record['revision'] === row['revision'] &&
    record['id'] === row['id'];
  if (!isWhole) throw database.damaged(`a proposal (${String(row['id'])})`, record);
  return record as unknown as Proposal;
}
