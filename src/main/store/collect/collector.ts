import { setImmediate } from 'node:timers/promises'
import type { Result } from '../../../shared'
import type { Database } from '../database/connection'
import type { StoreLog } from '../log'
import type { TableReaders } from '../tables'
import { createContentWriter } from '../tables/content'
import { createDeletedSessionsWriter, type DeletedSession } from '../tables/deleted-sessions'
import { createEventsWriter } from '../tables/events'
import { createFileChangesWriter } from '../tables/file-changes'
import { createFramesWriter } from '../tables/frames'
import { createNativeLinesWriter } from '../tables/native-lines'
import { findDeadContent } from './dead-content'

export type CollectorDeps = {
  readonly db: Database
  readonly tables: TableReaders
  readonly readBytes: (hash: string) => Promise<Result<Buffer>>
  readonly listPacks: () => Promise<readonly string[]>
  /** Whether the last start of Glovebox was cut off in the middle of a run: it may have left packs behind. */
  readonly crashed: boolean
  readonly deletePack: (pack: string) => Promise<Result<void>>
  /** Called after each transaction, with the number of rows that went. */
  readonly removed: (rows: number) => void
  readonly log: StoreLog
}

export type Collector = {
  /** Cleans up soon. To be called after a session was deleted or has ended, and at the start. */
  readonly request: () => void
  /** Resolves when nothing is being cleaned up. */
  readonly idle: () => Promise<void>
  readonly stop: () => void
}

/** Rows per transaction: each keeps the main loop for a few milliseconds at most. */
const slice = 400

/**
 * Removes what deleted sessions left: their events, and content and packs that nothing refers to. In slices on the main
 * loop. Content goes only while no run is going on and none has begun since references were gathered: a run registers
 * content before the events that refer to it, and may rely on content that is there already.
 */
export function createCollector(deps: CollectorDeps): Collector {
  const { db, tables, log } = deps
  const events = createEventsWriter(db)
  const frames = createFramesWriter(db)
  const fileChanges = createFileChangesWriter(db)
  const nativeLines = createNativeLinesWriter(db)
  const content = createContentWriter(db)
  const deletedSessions = createDeletedSessionsWriter(db)
  let leftBehind = deps.crashed
  let asked = false
  let stopped = false
  let working: Promise<void> | null = null

  const removeEvents = async ({ key }: DeletedSession): Promise<void> => {
    for (let rows = slice; !stopped && rows === slice; await setImmediate()) {
      rows = events.removeSome(key, slice)
      deps.removed(rows)
    }
    for (let rows = slice; !stopped && rows === slice; await setImmediate()) {
      rows = nativeLines.removeSome(key, slice)
      deps.removed(rows)
    }
    if (!stopped) frames.remove(key)
  }

  const removeContent = async (dead: readonly string[], quiet: () => boolean): Promise<boolean> => {
    for (let from = 0; from < dead.length; from += slice) {
      if (!quiet()) return false
      const part = dead.slice(from, from + slice)
      content.remove(part)
      deps.removed(part.length)
      await setImmediate()
    }
    return quiet()
  }

  /**
   * Packs that a run wrote but did not come to register. Looked for after a crash only: beside a database that was
   * restored or begun anew, packs that it doesn't know may belong to the one that was there before (I10).
   */
  const unknownPacks = async (): Promise<readonly string[]> => {
    const names = await deps.listPacks()
    const known = new Set(content.packs())
    return names.filter((name) => !known.has(name))
  }

  const removePacks = async (quiet: () => boolean): Promise<void> => {
    const unknown = leftBehind ? await unknownPacks() : []
    if (!quiet()) return
    leftBehind = false
    for (const pack of [...content.emptyPacks(), ...unknown]) {
      const deleted = await deps.deletePack(pack)
      if (stopped) return
      if (deleted.ok) content.forgetPack(pack)
      else log('warn', 'a pack could not be deleted', { pack, cause: deleted.error.code })
    }
  }

  const pass = async (): Promise<void> => {
    const deleted = tables.deleted.toClean()
    for (const session of deleted) await removeEvents(session)
    if (stopped) return
    const newest = tables.sessions.newestKey()
    const quiet = () => !stopped && !tables.sessions.anyUnfinished() && tables.sessions.newestKey() === newest
    if (!quiet()) return
    if (deleted.length > 0) {
      const dead = await findDeadContent(deps, deleted)
      if (!(await removeContent([...dead], quiet))) return
      for (const { key } of deleted) {
        fileChanges.remove(key)
        deletedSessions.setCleaned(key)
      }
      log('info', 'cleaned up deleted sessions', { sessions: deleted.length, content: dead.size })
    }
    await removePacks(quiet)
  }

  const work = async (): Promise<void> => {
    await setImmediate()
    while (asked && !stopped) {
      asked = false
      await pass().catch((cause: unknown) => {
        if (!stopped) log('error', 'cleaning up failed; it is tried again later', { cause: String(cause) })
      })
    }
    working = null
  }

  return {
    request: () => {
      asked = true
      if (!stopped) working ??= work()
    },
    idle: async () => {
      while (working !== null) await working
    },
    stop: () => {
      stopped = true
    },
  }
}
