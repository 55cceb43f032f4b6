import type { Grants } from '../../ports/store.ts';
import type { Grant } from '../../vocab/facts.ts';
import type { Database, Row } from './database.ts';
import { objectOf } from './row.ts';

const INSERT = 'INSERT INTO grants (session, requester, at, record) VALUES (?, ?, ?, ?)';
const LIST = 'SELECT id, record FROM grants WHERE session = ? AND requester = ? ORDER BY id';

/** Writes a grant inside a transaction that the caller holds. */
export function insertGrant(database: Database, grant: Grant): void {
  database.run(INSERT, grant.session, grant.requester, grant.at, JSON.stringify(grant));
}

export function createGrants(database: Database): Grants {
  return {
    async list(session, requester) {
      return database.all(LIST, session, requester).map((row) => readGrant(database, row));
    },
  };
}

/** A grant lifts an ask, so every member that the judge compares is checked; anything odd is a damaged store. */
function readGrant(database: Database, row: Row): Grant {
  const record = objectOf(row, 'record');
  const texts = ['session', 'requester', 'tool', 'value', 'cwd', 'by'].every((key) => typeof record[key] === 'string');
  const kind = record['kind'] === 'exact' || record['kind'] === 'class';
  if (!texts || !kind || typeof record['at'] !== 'number') {
    throw database.damaged(`a grant (${String(row['id'])})`, record);
  }
  return record as unknown as Grant;
}
