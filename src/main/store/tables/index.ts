import type { Database } from '../database/connection'
import type { StoreLog } from '../log'
import { createConsentRecordsReader } from './consent-records'
import { createConsentsReader } from './consents'
import { createContentReader } from './content'
import { createDeletedSessionsReader } from './deleted-sessions'
import { createEventsReader } from './events'
import { createFileChangesReader } from './file-changes'
import { createFramesReader } from './frames'
import { createNativeLinesReader } from './native-lines'
import { createProjectsReader } from './projects'
import { createSessionFoldsReader } from './session-folds'
import { createSessionsReader } from './sessions'
import { createSettingsReader } from './settings'

/** Every table's reading statements, prepared once on a connection. */
export function createTableReaders(db: Database, log: StoreLog) {
  return {
    projects: createProjectsReader(db),
    consents: createConsentsReader(db),
    consentRecords: createConsentRecordsReader(db),
    settings: createSettingsReader(db),
    sessions: createSessionsReader(db, log),
    folds: createSessionFoldsReader(db),
    events: createEventsReader(db),
    frames: createFramesReader(db),
    fileChanges: createFileChangesReader(db),
    content: createContentReader(db),
    nativeLines: createNativeLinesReader(db),
    deleted: createDeletedSessionsReader(db),
  }
}

export type TableReaders = ReturnType<typeof createTableReaders>
