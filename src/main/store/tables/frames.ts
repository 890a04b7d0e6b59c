import type { FrameView } from '../../../shared'
import { type FrameFold, frameFoldSchema, isSettled } from '../append/frame-fold'
import type { Database } from '../database/connection'
import { readJson } from './json'

const viewSchema = frameFoldSchema.pick({ view: true })

export function createFramesReader(db: Database) {
  const all = db.prepare<[number], string>('SELECT fold FROM frames WHERE session = ? ORDER BY frame').pluck()
  const one = db
    .prepare<[number, number], string>('SELECT fold FROM frames WHERE session = ? AND frame = ?')
    .pluck()
  const unsettled = db
    .prepare<[number], string>('SELECT fold FROM frames WHERE session = ? AND unsettled = 1 ORDER BY frame')
    .pluck()
  return {
    all: (session: number): readonly FrameView[] =>
      all.all(session).map((fold) => readJson(viewSchema, fold, 'frame').view),
    one: (session: number, frame: number): FrameFold | null => {
      const fold = one.get(session, frame)
      return fold === undefined ? null : readJson(frameFoldSchema, fold, 'frame')
    },
    /** Frames that are open, or that wait for the result of a tool call. */
    unsettled: (session: number): readonly FrameFold[] =>
      unsettled.all(session).map((fold) => readJson(frameFoldSchema, fold, 'frame')),
  }
}

export type FramesReader = ReturnType<typeof createFramesReader>

export function createFramesWriter(db: Database) {
  const put = db.prepare<[number, number, number, string]>(
    `INSERT INTO frames (session, frame, unsettled, fold) VALUES (?, ?, ?, ?)
     ON CONFLICT (session, frame) DO UPDATE SET unsettled = excluded.unsettled, fold = excluded.fold`,
  )
  const remove = db.prepare<[number]>('DELETE FROM frames WHERE session = ?')
  return {
    put: (session: number, fold: FrameFold): void => {
      put.run(session, fold.view.frame, isSettled(fold) ? 0 : 1, JSON.stringify(fold))
    },
    remove: (session: number): void => {
      remove.run(session)
    },
  }
}
