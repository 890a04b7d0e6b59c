import { type FrameView, frameViewSchema } from '../../../shared'
import { type FrameFold, frameRestSchema, isSettled } from '../append/frame-fold'
import type { Database } from '../database/connection'
import { readJson } from './json'

type FoldRow = { readonly view: string; readonly rest: string }

export function createFramesReader(db: Database) {
  const views = db
    .prepare<[number, number, number], string>(
      'SELECT view FROM frames WHERE session = ? AND frame > ? ORDER BY frame LIMIT ?',
    )
    .pluck()
  const one = db.prepare<[number, number], FoldRow>(
    'SELECT view, rest FROM frames WHERE session = ? AND frame = ?',
  )
  const unsettled = db.prepare<[number], FoldRow>(
    'SELECT view, rest FROM frames WHERE session = ? AND unsettled = 1 ORDER BY frame',
  )
  return {
    /** `limit` −1: all of them. */
    views: (session: number, after: number, limit: number): readonly FrameView[] =>
      views.all(session, after, limit).map((view) => readJson(frameViewSchema, view, 'frame')),
    one: (session: number, frame: number): FrameFold | null => {
      const row = one.get(session, frame)
      return row === undefined ? null : toFold(row)
    },
    /** Frames that are open, or that wait for the result of a tool call. */
    unsettled: (session: number): readonly FrameFold[] => unsettled.all(session).map(toFold),
  }
}

export type FramesReader = ReturnType<typeof createFramesReader>

function toFold({ view, rest }: FoldRow): FrameFold {
  return { view: readJson(frameViewSchema, view, 'frame'), ...readJson(frameRestSchema, rest, 'frame') }
}

export function createFramesWriter(db: Database) {
  const put = db.prepare<[number, number, number, string, string]>(
    `INSERT INTO frames (session, frame, unsettled, view, rest) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (session, frame) DO UPDATE
     SET unsettled = excluded.unsettled, view = excluded.view, rest = excluded.rest`,
  )
  const remove = db.prepare<[number]>('DELETE FROM frames WHERE session = ?')
  return {
    put: (session: number, fold: FrameFold): void => {
      const { view, ...rest } = fold
      put.run(session, view.frame, isSettled(fold) ? 0 : 1, JSON.stringify(view), JSON.stringify(rest))
    },
    remove: (session: number): void => {
      remove.run(session)
    },
  }
}
