import { z } from 'zod'
import { changedFileSchema, type SessionFold, type SessionView, usageSchema } from '../../../shared'
import type { Database } from '../database/connection'
import { readJson } from './json'

/**
 * What a session's fold holds beside its counters, in parts, so that a batch rewrites only those it changed. `listed`
 * are the changes that the view shows.
 */
export type FoldParts = Pick<SessionFold, 'recentUsage' | 'checks' | 'changes'> & {
  readonly listed: SessionView['changes']
}

const partSchemas = {
  listed: z.array(changedFileSchema),
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
    parts: (session: number): FoldParts => ({
      listed: readJson(partSchemas.listed, part.get(session, 'listed') ?? '[]', 'session'),
      recentUsage: readJson(partSchemas.recentUsage, part.get(session, 'recentUsage') ?? '[]', 'session'),
      checks: readJson(partSchemas.checks, part.get(session, 'checks') ?? '{}', 'session'),
      changes: readJson(partSchemas.changes, part.get(session, 'changes') ?? '{}', 'session'),
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
  const names = ['listed', 'recentUsage', 'checks', 'changes'] as const
  return {
    /** Folds are immutable: a part that is the same object as before is the same. */
    update: (session: number, before: FoldParts | null, now: FoldParts): void => {
      for (const name of names)
        if (before?.[name] !== now[name]) put.run(session, name, JSON.stringify(now[name]))
    },
    remove: (session: number): void => {
      remove.run(session)
    },
  }
}
