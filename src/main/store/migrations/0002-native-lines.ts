import type { Migration } from '../database/migrate'

/**
 * `native_lines` keeps an agent program's own output beside the events it was parsed into, so that a better parser can
 * read it again. `seq` is the last event stored before the line. Append-only like the events (I4).
 */
export const nativeLines: Migration = {
  version: 2,
  name: 'native-lines',
  sql: `
CREATE TABLE native_lines (
  session INTEGER NOT NULL,
  line INTEGER NOT NULL CHECK (line > 0),
  seq INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  at INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (session, line)
) STRICT;
CREATE TRIGGER native_lines_no_update BEFORE UPDATE ON native_lines
BEGIN SELECT RAISE(ABORT, 'native lines are append-only'); END;
CREATE TRIGGER native_lines_no_delete BEFORE DELETE ON native_lines
WHEN NOT EXISTS (SELECT 1 FROM deleted_sessions WHERE session = OLD.session)
BEGIN SELECT RAISE(ABORT, 'native lines are append-only'); END;

ALTER TABLE projects ADD COLUMN preferred_runtime TEXT;

DROP INDEX events_of_rare_type;
CREATE INDEX events_of_rare_type ON events (session, type, seq) WHERE type IN ('session.started', 'inventory.taken',
  'mirror.created', 'consent.used', 'attempt.started', 'process.started', 'process.exited', 'cancel.requested',
  'limit.reached', 'policy.violated', 'output.checked', 'session.finished');
`,
}
