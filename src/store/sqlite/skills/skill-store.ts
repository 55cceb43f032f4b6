import type { SkillSnapshots, SkillStates, SkillStore, SkillUses } from '../../../ports/skill-store.ts';
import type { FoundSkill } from '../../../vocab/skill.ts';
import type { Database } from '../database.ts';
import { numberOf, objectOf, textOf } from '../row.ts';
import { createProposals } from './proposals.ts';
import { createVersions } from './versions.ts';
import { createReviewStates, createWorkshopLog } from './workshop-log.ts';

const DISABLED = 'SELECT name FROM skill_states WHERE enabled = 0 ORDER BY name';
const SET_STATE = `INSERT INTO skill_states (name, enabled, updated_at) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET enabled = excluded.enabled, updated_at = excluded.updated_at`;
const SNAPSHOT = 'SELECT record FROM skill_snapshots WHERE place = ? ORDER BY file';
const FORGET = 'DELETE FROM skill_snapshots WHERE place = ?';
const REMEMBER = 'INSERT OR REPLACE INTO skill_snapshots (file, place, record) VALUES (?, ?, ?)';
const USES = `SELECT json_extract(data, '$.name') AS name, count(*) AS loads, max(at) AS last FROM events
  WHERE kind = 'skill-loaded' GROUP BY name ORDER BY name`;

const ADD_BIRTH = 'INSERT OR IGNORE INTO skill_births (name, at) VALUES (?, ?)';
const BIRTHS = 'SELECT count(*) AS count FROM skill_births';

export const createSkillStore = (database: Database): SkillStore => ({
  states: createStates(database),
  snapshots: createSnapshots(database),
  versions: createVersions(database),
  proposals: createProposals(database),
  uses: createUses(database),
  log: createWorkshopLog(database),
  reviews: createReviewStates(database),
});

const createStates = (database: Database): SkillStates => ({
  listDisabled: async () => database.all(DISABLED).map((row) => textOf(row, 'name')),
  async set(name, enabled, at) {
    database.run(SET_STATE, name, enabled ? 1 : 0, at);
  },
});

const createSnapshots = (database: Database): SkillSnapshots => ({
  read: async (place) =>
    database.all(SNAPSHOT, place).flatMap((row) => {
      try {
        return [objectOf(row, 'record') as unknown as FoundSkill];
      } catch {
        return []; // only a copy of what is on the disk: it is read anew
      }
    }),
  write: async (place, skills) =>
    database.transaction(() => {
      database.run(FORGET, place);
      for (const skill of skills) database.run(REMEMBER, skill.file, place, JSON.stringify(skill));
    }),
});

const createUses = (database: Database): SkillUses => ({
  list: async () =>
    database.all(USES).map((row) => ({
      name: textOf(row, 'name'),
      loads: numberOf(row, 'loads'),
      lastLoadedAt: numberOf(row, 'last'),
    })),
  addCreated: async (names, at) =>
    database.transaction(() => {
      for (const name of names) database.run(ADD_BIRTH, name, at);
    }),
  async countCreated() {
    const row = database.get(BIRTHS);
    return row === null ? 0 : numberOf(row, 'count');
  },
});
