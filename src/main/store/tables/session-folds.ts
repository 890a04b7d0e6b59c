import { z } from 'zod'
import { changedFileSchema, type SessionFold, type SessionView, usageSchema } from '../../../shared'
import type { Database } from '../database/connection'
import { readJson } from './json'

/**
 * What a session's fold holds beside its counters, in parts, so that a batch rewrites only those it changed. `listed`
 * are the changes that the view shows: all of them but in a session that changes very many files, and only then are all
 * kept beside it.
 */
export type FoldParts = Pick<SessionFold, 'recentUsage' | 'checks' | 'changes'> & {
  readonly listed: SessionView['changes']
}

const partSchemas = {
  recentUsage: z.array(z.object({ responseId: z.string(), usage: usageSchema })),
  checks: z.record(z.string(), z.object({ command: z.string(), output: z.string() })),
  changes: z.record(z.string(), changedFileSchema),
} as const

export function partsOf({ view, recentUsage, checks, changes }: SessionFold): FoldParts {
  return { listed: view.changes, recentUsage, checks, changes }
}

export function createSessionFoldsReader(db: Database) {
  const part = db
    .prepare<[number, string], string>('SELECT value FROM session_folds WHERE session = ? AND part = ?')
    .pluck()
  return {
    /** Throws store.corrupt where a part can't be read; the fold can then be made again from the events. */
    parts: (session: number, { changes, changedFiles }: SessionView): FoldParts => ({
      listed: changes,
      recentUsage: readJson(partSchemas.recentUsage, part.get(session, 'recentUsage') ?? '[]', 'session'),
      checks: readJson(partSchemas.checks, part.get(session, 'checks') ?? '{}', 'session'),
      changes:
        changes.length === changedFiles
          ? Object.fromEntries(changes.map((change) => [change.path, change]))
          : readJson(partSchemas.changes, part.get(session, 'changes') ?? '{}', 'session'),
    }),
  }
}

export type SessionFoldsReader = ReturnType<typeof createSessionFoldsReader>

export function createSessionFoldsWriter(db: Database) {
  const put = db.prepare<[number, string, string]>(
    `INSERT INTO session_folds (session, part, value) VALUES (?, ?, ?)
     ON CONFLICT (session, part) DO UPDATE SET value = excluded.value`,
  )
  const remove = db.prepare<[number]>('DELETE FROM session_folds WHERE session = ?')
  return {
    /** Folds are immutable: a part that is the same object as before is the same. */
    update: (session: number, before: FoldParts | null, now: FoldParts, changedFiles: number): void => {
      const save = (name: keyof FoldParts): void => {
        if (before?.[name] !== now[name]) put.run(session, name, JSON.stringify(now[name]))
      }
      save('listed')
      save('recentUsage')
      save('checks')
      if (changedFiles > now.listed.length) save('changes')
    },
    remove: (session: number): void => {
      remove.run(session)
    },
  }
}
