import type { Migration } from '../database/migrate'

/**
 * Sessions are numbered (`key`) so that an event's row is small. `events` holds the facts, append-only by trigger (I4);
 * `sessions`, `session_folds`, `frames` and `file_changes` are projections of them. There is no foreign key from these
 * to `sessions`: a deleted session goes at once, its events in slices afterwards.
 */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  sql: `
CREATE TABLE projects (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  path TEXT NOT NULL UNIQUE,
  identity TEXT NOT NULL,
  added_at INTEGER NOT NULL
) STRICT;

CREATE TABLE consents (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  repository_identity TEXT NOT NULL,
  runtimes TEXT NOT NULL,
  capabilities TEXT NOT NULL,
  limits TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('once', 'until', 'until_revoked')),
  until_at INTEGER CHECK ((scope = 'until') = (until_at IS NOT NULL)),
  granted_at INTEGER NOT NULL,
  revoked_at INTEGER,
  consumed_at INTEGER,
  consumed_by TEXT,
  CHECK ((consumed_at IS NULL) = (consumed_by IS NULL))
) STRICT;
CREATE INDEX consents_by_project ON consents (project_id, granted_at);

CREATE TABLE consent_records (
  key INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  project_id TEXT NOT NULL,
  consent_id TEXT,
  session_id TEXT,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX consent_records_by_project ON consent_records (project_id, at);
CREATE TRIGGER consent_records_no_update BEFORE UPDATE ON consent_records
BEGIN SELECT RAISE(ABORT, 'consent records are append-only'); END;
CREATE TRIGGER consent_records_no_delete BEFORE DELETE ON consent_records
BEGIN SELECT RAISE(ABORT, 'consent records are append-only'); END;

CREATE TABLE settings (
  key INTEGER PRIMARY KEY CHECK (key = 1),
  value TEXT NOT NULL
) STRICT;

CREATE TABLE sessions (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL,
  status TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  last_hash BLOB NOT NULL,
  base_tree BLOB,
  counters TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_start ON sessions (started_at);
CREATE INDEX sessions_by_project ON sessions (project_id, started_at);
CREATE INDEX sessions_unfinished ON sessions (status) WHERE status = 'running';

CREATE TABLE session_folds (
  session INTEGER NOT NULL,
  part TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (session, part)
) STRICT;

CREATE TABLE events (
  session INTEGER NOT NULL,
  seq INTEGER NOT NULL CHECK (seq > 0),
  at INTEGER NOT NULL,
  row INTEGER NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT;
CREATE INDEX events_by_row ON events (session, row, seq);
-- Only kinds that come once or seldom: an index of the others would cost half of what an append costs.
CREATE INDEX events_of_rare_type ON events (session, type, seq) WHERE type IN ('session.started', 'inventory.taken',
  'mirror.created', 'consent.used', 'process.started', 'process.exited', 'cancel.requested', 'limit.reached',
  'policy.violated', 'session.finished');

CREATE TABLE deleted_sessions (
  session INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  base_tree BLOB,
  deleted_at INTEGER NOT NULL,
  cleaned INTEGER NOT NULL DEFAULT 0 CHECK (cleaned IN (0, 1))
) STRICT;
CREATE INDEX deleted_sessions_to_clean ON deleted_sessions (cleaned) WHERE cleaned = 0;
CREATE TRIGGER deleted_sessions_no_delete BEFORE DELETE ON deleted_sessions
BEGIN SELECT RAISE(ABORT, 'a deleted session stays deleted'); END;

CREATE TRIGGER events_no_update BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM deleted_sessions WHERE session = OLD.session)
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_no_replace BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE session = NEW.session AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

CREATE TABLE frames (
  session INTEGER NOT NULL,
  frame INTEGER NOT NULL,
  unsettled INTEGER NOT NULL CHECK (unsettled IN (0, 1)),
  view TEXT NOT NULL,
  rest TEXT NOT NULL,
  PRIMARY KEY (session, frame)
) STRICT;

CREATE TABLE file_changes (
  session INTEGER NOT NULL,
  frame INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  before_hash BLOB,
  after_hash BLOB,
  PRIMARY KEY (session, frame, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE packs (
  key INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  entries INTEGER NOT NULL CHECK (entries >= 0)
) STRICT;
CREATE INDEX packs_without_entries ON packs (entries) WHERE entries = 0;

CREATE TABLE content (
  hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32),
  pack INTEGER NOT NULL REFERENCES packs (key),
  offset INTEGER NOT NULL,
  size INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
}
