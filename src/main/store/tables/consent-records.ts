import { type ConsentRecord, consentRecordSchema, type ProjectId } from '../../../shared'
import type { Database } from '../database/connection'

type RecordRow = {
  at: number
  projectId: string
  consentId: string | null
  sessionId: string | null
  kind: string
  detail: string
}

export function createConsentRecordsReader(db: Database) {
  const ofProject = db.prepare<[string], RecordRow>(
    `SELECT at, project_id AS projectId, consent_id AS consentId, session_id AS sessionId, kind, detail
     FROM consent_records WHERE project_id = ? ORDER BY at DESC, key DESC`,
  )
  return {
    /** Newest first. */
    ofProject: (projectId: ProjectId): readonly ConsentRecord[] =>
      ofProject.all(projectId).map((row) => consentRecordSchema.parse(row)),
  }
}

export function createConsentRecordsWriter(db: Database) {
  const add = db.prepare<[ConsentRecord]>(
    `INSERT INTO consent_records (at, project_id, consent_id, session_id, kind, detail)
     VALUES (:at, :projectId, :consentId, :sessionId, :kind, :detail)`,
  )
  return {
    add: (record: ConsentRecord): void => {
      add.run(record)
    },
  }
}
