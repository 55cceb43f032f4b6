import { folderOf } from '../base/path.ts';
import type { KeptStore } from '../ports/history.ts';
import { createApprovals } from './sqlite/approvals.ts';
import { openDatabase } from './sqlite/database.ts';
import { createDecisions } from './sqlite/decisions.ts';
import { createEventLog } from './sqlite/event-log.ts';
import { createGrants } from './sqlite/grants.ts';
import { createHistory } from './sqlite/history/history.ts';
import { createJobQueue } from './sqlite/jobs.ts';
import { createRunLocks } from './sqlite/run-locks.ts';
import { createSessions } from './sqlite/sessions.ts';
import { createSkillStore } from './sqlite/skills/skill-store.ts';

/**
 * Opens the store kept in this SQLite file; makes file and folder where they are missing. `now` stamps events.
 * Whoever opens it closes it.
 */
export function openStore(path: string, now: () => number): KeptStore {
  const database = openDatabase(path);
  return {
    sessions: createSessions(database),
    log: createEventLog(database, now),
    decisions: createDecisions(database),
    approvals: createApprovals(database),
    grants: createGrants(database),
    history: createHistory(database),
    skills: createSkillStore(database),
    queue: createJobQueue(database),
    locks: createRunLocks(`${folderOf(path)}/locks`),
    exclusively: async (work) => database.transaction(work),
    close: async () => database.close(),
  };
}
