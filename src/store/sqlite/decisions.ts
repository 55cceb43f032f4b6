import { toCanonicalJson } from '../../base/canonical-json.ts';
import type { DecisionRow, Decisions } from '../../ports/store.ts';
import type { Call } from '../../vocab/call.ts';
import { type Decision, VERDICTS } from '../../vocab/decision.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { Database, Row } from './database.ts';
import { insertEvents } from './event-log.ts';
import { numberOf, objectOf, textOf } from './row.ts';

const INSERT = `INSERT INTO decisions (id, run, call, at, policy_digest, request, facts, line, verdict, decision)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const COLUMNS = 'SELECT id, run, at, policy_digest, request, facts, line, decision FROM decisions';

export function createDecisions(database: Database): Decisions {
  const read = (row: Row): DecisionRow => {
    try {
      return readRow(row);
    } catch (error) {
      throw database.damaged(`a decision (${String(row['id'])})`, error);
    }
  };
  return {
    save: async (row, decided, started) =>
      database.transaction(() => {
        const { id, run, call, at, policyDigest, facts, decision } = row;
        const { line, ...rest } = facts;
        const request = [JSON.stringify(call), toCanonicalJson(rest), JSON.stringify(line ?? null)] as const;
        database.run(
          INSERT,
          id,
          run,
          call.id,
          at,
          policyDigest,
          ...request,
          decision.verdict,
          JSON.stringify(decision),
        );
        return insertEvents(database, run, at, started === undefined ? [decided] : [decided, started]);
      }),
    async find(run, call) {
      const row = database.get(`${COLUMNS} WHERE run = ? AND call = ? ORDER BY rowid DESC LIMIT 1`, run, call);
      return row === null ? null : read(row);
    },
    list: async (run) => database.all(`${COLUMNS} WHERE run = ? ORDER BY rowid`, run).map(read),
  };
}

const readRow = (row: Row): DecisionRow => ({
  id: textOf(row, 'id'),
  run: textOf(row, 'run'),
  call: readCall(row),
  facts: readFacts(row, JSON.parse(textOf(row, 'line')) as Facts['line']),
  policyDigest: textOf(row, 'policy_digest'),
  decision: readOutcome(row),
  at: numberOf(row, 'at'),
});

// The parts are written by this module alone; what replay leans on is checked, the rest is taken as it was stored.

export function readCall(row: Row): Call {
  const request = objectOf(row, 'request');
  if (typeof request['tool'] !== 'string' || typeof request['input'] !== 'object') throw new TypeError('no call');
  return request as unknown as Call;
}

/** The facts with their line, which is stored beside them. */
export function readFacts(row: Row, line: Facts['line']): Facts {
  const facts = objectOf(row, 'facts');
  if (typeof facts['cwd'] !== 'string' || typeof facts['tool'] !== 'object') throw new TypeError('no facts');
  return { ...(facts as unknown as Facts), line };
}

export function readOutcome(row: Row): Decision {
  const decision = objectOf(row, 'decision');
  if (!VERDICTS.some((verdict) => verdict === decision['verdict'])) throw new TypeError('no verdict');
  return decision as unknown as Decision;
}
