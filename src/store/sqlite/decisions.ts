import { toCanonicalJson } from '../../base/canonical-json.ts';
import type { DecisionRow, Decisions } from '../../ports/store.ts';
import type { Call } from '../../vocab/call.ts';
import { type Decision, VERDICTS } from '../../vocab/decision.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { Database, Row } from './database.ts';
import { insertEvents } from './event-log.ts';
import { numberOf, objectOf, textOf } from './row.ts';

const INSERT = `INSERT INTO decisions (id, run, call, at, policy_digest, request, facts, decision)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const COLUMNS = 'SELECT id, run, at, policy_digest, request, facts, decision FROM decisions';

export function createDecisions(database: Database): Decisions {
  const read = (row: Row): DecisionRow => {
    try {
      return readDecision(row);
    } catch (error) {
      throw database.damaged(`a decision (${String(row['id'])})`, error);
    }
  };
  return {
    save: async (row, decided, started) =>
      database.transaction(() => {
        const { id, run, call, at, policyDigest, facts, decision } = row;
        const texts = [JSON.stringify(call), toCanonicalJson(facts), JSON.stringify(decision)] as const;
        database.run(INSERT, id, run, call.id, at, policyDigest, ...texts);
        return insertEvents(database, run, at, started === undefined ? [decided] : [decided, started]);
      }),
    async find(run, call) {
      const row = database.get(`${COLUMNS} WHERE run = ? AND call = ? ORDER BY rowid DESC LIMIT 1`, run, call);
      return row === null ? null : read(row);
    },
    list: async (run) => database.all(`${COLUMNS} WHERE run = ? ORDER BY rowid`, run).map(read),
  };
}

/** The parts are written by this module alone; what replay leans on is checked, the rest is taken as it was stored. */
export function readDecision(row: Row): DecisionRow {
  const request = objectOf(row, 'request');
  const facts = objectOf(row, 'facts');
  const decision = objectOf(row, 'decision');
  if (typeof request['tool'] !== 'string' || typeof request['input'] !== 'object') throw new TypeError('no call');
  if (typeof facts['cwd'] !== 'string' || typeof facts['tool'] !== 'object') throw new TypeError('no facts');
  if (!VERDICTS.some((verdict) => verdict === decision['verdict'])) throw new TypeError('no verdict');
  return {
    id: textOf(row, 'id'),
    run: textOf(row, 'run'),
    call: request as unknown as Call,
    facts: facts as unknown as Facts,
    policyDigest: textOf(row, 'policy_digest'),
    decision: decision as unknown as Decision,
    at: numberOf(row, 'at'),
  };
}
