/**
 * The numbered steps from an empty database to today's. Entry N leads to schema version N + 1 (`PRAGMA user_version`).
 * An entry that was released is never changed; a new one is added behind it.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, workspace TEXT NOT NULL, cwd TEXT NOT NULL, mode TEXT NOT NULL, requester TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sessions_by_workspace ON sessions (workspace, at);

  CREATE TABLE runs (
    id TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES sessions (id), at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX runs_by_session ON runs (session, at);

  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL REFERENCES runs (id), seq INTEGER NOT NULL,
    at INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL,
    UNIQUE (run, seq)
  ) STRICT;

  CREATE TABLE decisions (
    id TEXT PRIMARY KEY, run TEXT NOT NULL REFERENCES runs (id), call TEXT NOT NULL, at INTEGER NOT NULL,
    policy_digest TEXT NOT NULL, request TEXT NOT NULL, facts TEXT NOT NULL, decision TEXT NOT NULL
  ) STRICT;
  CREATE INDEX decisions_by_call ON decisions (run, call);

  CREATE TABLE approvals (
    id TEXT PRIMARY KEY, run TEXT NOT NULL REFERENCES runs (id), call TEXT NOT NULL, asked_at INTEGER NOT NULL,
    expires_at INTEGER, state TEXT NOT NULL, answer TEXT, by TEXT, at INTEGER, note TEXT, question TEXT NOT NULL
  ) STRICT;
  CREATE INDEX approvals_pending ON approvals (state, asked_at);

  CREATE TABLE grants (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL REFERENCES sessions (id), requester TEXT NOT NULL,
    at INTEGER NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX grants_by_owner ON grants (session, requester);
  `,
  // The index of texts is filled by the search itself: with every event it would cost each call as much as storing it.
  `
  ALTER TABLE sessions ADD COLUMN fork_of TEXT;
  ALTER TABLE sessions ADD COLUMN fork_events INTEGER;
  CREATE INDEX approvals_by_call ON approvals (run, call);
  CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = "unicode61 remove_diacritics 2");
  INSERT INTO texts (texts, rank) VALUES ('secure-delete', 1);
  `,
  `
  ALTER TABLE approvals ADD COLUMN why TEXT;
  UPDATE approvals SET why = (
    SELECT json_extract(data, '$.why') FROM events WHERE events.run = approvals.run
      AND kind = 'approval-settled' AND json_extract(data, '$.approval') = approvals.id
  );
  `,
  `
  CREATE TABLE skill_states (name TEXT PRIMARY KEY, enabled INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;

  CREATE TABLE skill_births (name TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;

  CREATE TABLE skill_snapshots (file TEXT PRIMARY KEY, place TEXT NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE INDEX skill_snapshots_by_place ON skill_snapshots (place);

  CREATE TABLE skill_blobs (digest TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE skill_trees (digest TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE skill_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, place TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL,
    tree TEXT REFERENCES skill_trees (digest), action TEXT NOT NULL, by TEXT NOT NULL, at INTEGER NOT NULL,
    proposal TEXT, note TEXT, stamp TEXT,
    UNIQUE (place, name, number)
  ) STRICT;

  CREATE TABLE skill_proposals (
    id TEXT PRIMARY KEY, workspace TEXT NOT NULL, skill TEXT NOT NULL, status TEXT NOT NULL, revision TEXT NOT NULL,
    change_digest TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX skill_proposals_by_workspace ON skill_proposals (workspace, status, created_at);

  CREATE TABLE jobs (
    id TEXT PRIMARY KEY, workspace TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, state TEXT NOT NULL,
    attempts INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, due_at INTEGER NOT NULL,
    lease_until INTEGER NOT NULL, outcome TEXT,
    UNIQUE (kind, subject)
  ) STRICT;
  CREATE INDEX jobs_by_state ON jobs (state, due_at);

  CREATE INDEX events_of_skills ON events (kind, at) WHERE kind IN ('skill-loaded', 'skill-created');
  `,
  `
  CREATE TABLE workshop_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, workspace TEXT NOT NULL, code TEXT NOT NULL,
    skill TEXT, proposal TEXT, session TEXT, message TEXT NOT NULL
  ) STRICT;
  CREATE INDEX workshop_log_by_workspace ON workshop_log (workspace, id);

  CREATE TABLE workshop_reviews (workspace TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT;
  ALTER TABLE jobs ADD COLUMN payload TEXT;
  `,
  // Judging a history again asks most rows for the verdict alone, and meets the same line again and again.
  `
  ALTER TABLE decisions ADD COLUMN line TEXT NOT NULL DEFAULT 'null';
  ALTER TABLE decisions ADD COLUMN verdict TEXT NOT NULL DEFAULT '';
  UPDATE decisions SET line = coalesce(facts -> '$.line', 'null'), facts = json_remove(facts, '$.line'),
    verdict = coalesce(decision ->> '$.verdict', '')
    WHERE json_valid(facts) AND json_valid(decision);
  `,
];
