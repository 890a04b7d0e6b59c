import type { Migration } from '../database/migrate'

/** The hosts that a consent lists; a session's contacts with the outside can be read without reading all of it. */
export const network: Migration = {
  version: 3,
  name: 'network',
  sql: `
ALTER TABLE consents ADD COLUMN hosts TEXT NOT NULL DEFAULT '[]';

CREATE INDEX events_of_contacts ON events (session, seq) WHERE type = 'network.contact';
`,
}
