import type { Appender, Committed } from './append/append'
import type { Database } from './database/connection'
import { guard } from './store-error'
import { createConsentRecordsWriter } from './tables/consent-records'
import { createConsentsWriter } from './tables/consents'
import { createContentWriter } from './tables/content'
import { createProjectsWriter } from './tables/projects'
import { createSettingsWriter } from './tables/settings'
import type { StoreWriter } from './types'

export type WriterDeps = {
  readonly file: string
  readonly appender: Appender
  readonly deleteSession: StoreWriter['deleteSession']
  /** Called after each commit of events (I3). */
  readonly committed: (committed: Committed) => void
  /** Called after each commit of content. */
  readonly contentAdded: (entries: number) => void
}

/** The one writing handle. */
export function createWriter(
  db: Database,
  { file, appender, deleteSession, committed, contentAdded }: WriterDeps,
): StoreWriter {
  const projects = createProjectsWriter(db)
  const consents = createConsentsWriter(db)
  const consentRecords = createConsentRecordsWriter(db)
  const settings = createSettingsWriter(db)
  const content = createContentWriter(db)
  const safely = <A extends readonly unknown[], R>(run: (...args: A) => R) => guard(file, run)
  const create = safely(appender.create)
  const append = safely(appender.append)

  return {
    addProject: safely(projects.put),
    removeProject: safely(projects.remove),
    addConsent: safely(consents.add),
    useConsent: safely(consents.use),
    revokeConsent: safely(consents.revoke),
    recordConsent: safely(consentRecords.add),
    saveSettings: safely(settings.put),
    createSession: (id, at, body) => {
      const done = create(id, at, body)
      committed(done)
      const [event] = done.events
      if (event === undefined) throw new Error('a session was created without its first event')
      return event
    },
    append: (id, entries) => {
      if (entries.length === 0) return []
      const done = append(id, entries)
      committed(done)
      return done.events
    },
    addContent: safely((entries) => {
      content.add(entries)
      contentAdded(entries.length)
    }),
    deleteSession: safely(deleteSession),
  }
}
