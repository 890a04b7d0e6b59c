import { z } from 'zod'
import {
  failure,
  type ProjectId,
  parseEventBody,
  type SessionFold,
  type SessionId,
  type SessionView,
  sessionIdSchema,
  sessionViewSchema,
  startFold,
} from '../../../shared'
import type { Database } from '../database/connection'
import { noLog, type StoreLog } from '../log'
import { StoreError } from '../store-error'
import { readJson } from './json'

/** What the first event says of a session is read from there; what later events add is kept as counters. */
const countersSchema = sessionViewSchema.omit({
  id: true,
  projectId: true,
  projectName: true,
  projectPath: true,
  runtime: true,
  runtimeTitle: true,
  variant: true,
  prompt: true,
  capabilities: true,
  limits: true,
  level: true,
  startedAt: true,
  changes: true,
})
const counterNames = z.array(countersSchema.keyof()).parse(Object.keys(countersSchema.shape))
const changesSchema = sessionViewSchema.shape.changes

type SessionRow = {
  key: number
  id: string
  startedAt: number
  counters: string
  started: string
  changes: string | null
}
export type SessionPage = {
  readonly sessions: readonly SessionView[]
  /** Sessions of the page whose stored summary or beginning can't be read. */
  readonly unreadable: readonly SessionId[]
}
export type SessionPlace = {
  readonly key: number
  readonly lastSeq: number
  readonly lastHash: Buffer
  readonly startedAt: number
}

const select = `SELECT sessions.key, sessions.id, sessions.started_at AS startedAt, sessions.counters,
    first.body AS started, listed.value AS changes
  FROM sessions
  JOIN events AS first ON first.session = sessions.key AND first.seq = 1
  LEFT JOIN session_folds AS listed ON listed.session = sessions.key AND listed.part = 'listed'`
const page = 'ORDER BY sessions.started_at DESC, sessions.key DESC LIMIT :limit'

export function createSessionsReader(db: Database, log: StoreLog = noLog) {
  type Page = { before: number; limit: number }
  const all = db.prepare<[Page], SessionRow>(`${select} WHERE sessions.started_at < :before ${page}`)
  const ofProject = db.prepare<[Page & { projectId: string }], SessionRow>(
    `${select} WHERE sessions.project_id = :projectId AND sessions.started_at < :before ${page}`,
  )
  type Tie = { at: number; key: number }
  const ties = db.prepare<[Tie], SessionRow>(
    `${select} WHERE sessions.started_at = :at AND sessions.key < :key ORDER BY sessions.key DESC`,
  )
  const tiesOfProject = db.prepare<[Tie & { projectId: string }], SessionRow>(
    `${select} WHERE sessions.project_id = :projectId AND sessions.started_at = :at AND sessions.key < :key
     ORDER BY sessions.key DESC`,
  )
  const one = db.prepare<[string], SessionRow>(`${select} WHERE sessions.id = ?`)
  const unfinished = db
    .prepare<[], string>("SELECT id FROM sessions WHERE status = 'running' ORDER BY key")
    .pluck()
  const anyUnfinished = db.prepare<[], { key: number }>(
    "SELECT key FROM sessions WHERE status = 'running' LIMIT 1",
  )
  const newestKey = db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'sessions'").pluck()
  const count = db.prepare<[], number>('SELECT count(*) FROM sessions').pluck()
  const countOfProject = db
    .prepare<[string], number>('SELECT count(*) FROM sessions WHERE project_id = ?')
    .pluck()
  const place = db.prepare<[string], SessionPlace>(
    'SELECT key, last_seq AS lastSeq, last_hash AS lastHash, started_at AS startedAt FROM sessions WHERE id = ?',
  )
  const baseTrees = db
    .prepare<[], string>('SELECT DISTINCT lower(hex(base_tree)) FROM sessions WHERE base_tree IS NOT NULL')
    .pluck()

  /** One session that can't be read must not hide the others: it is named apart. */
  const toPage = (rows: readonly SessionRow[]): SessionPage => {
    const sessions: SessionView[] = []
    const unreadable: SessionId[] = []
    for (const row of rows) {
      try {
        sessions.push(toView(row))
      } catch (cause) {
        log('error', 'a session can’t be read', { session: row.id, cause: String(cause) })
        const id = sessionIdSchema.safeParse(row.id)
        if (id.success) unreadable.push(id.data)
      }
    }
    return { sessions, unreadable }
  }
  const rowsOf = (projectId: ProjectId | null, { before, limit }: Page): readonly SessionRow[] => {
    const rows = projectId === null ? all.all({ before, limit }) : ofProject.all({ projectId, before, limit })
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return rows
    const tie = { at: last.startedAt, key: last.key }
    return [...rows, ...(projectId === null ? ties.all(tie) : tiesOfProject.all({ ...tie, projectId }))]
  }
  return {
    /** Newest first; those that started in the same millisecond as the page's last one come with it. */
    page: (projectId: ProjectId | null, before: number | null, limit: number): SessionPage =>
      toPage(rowsOf(projectId, { before: before ?? Number.MAX_SAFE_INTEGER, limit })),
    one: (id: SessionId): SessionView | null => {
      const row = one.get(id)
      return row === undefined ? null : toView(row)
    },
    /** Those that can't be read, too. */
    unfinished: (): readonly SessionId[] =>
      unfinished.all().flatMap((id) => {
        const parsed = sessionIdSchema.safeParse(id)
        return parsed.success ? [parsed.data] : []
      }),
    anyUnfinished: (): boolean => anyUnfinished.get() !== undefined,
    /** Grows with each session that is made; the number of a deleted one is not given again. */
    newestKey: (): number => newestKey.get() ?? 0,
    count: (projectId: ProjectId | null): number =>
      (projectId === null ? count.get() : countOfProject.get(projectId)) ?? 0,
    place: (id: SessionId): SessionPlace | null => place.get(id) ?? null,
    baseTrees: (): readonly string[] => baseTrees.all(),
  }
}

export type SessionsReader = ReturnType<typeof createSessionsReader>

function toView(row: SessionRow): SessionView {
  const body = parseEventBody('session.started', row.started)
  if (body.type !== 'session.started') throw unreadable(row.id)
  const counters = readJson(countersSchema, row.counters, 'session')
  const changes = row.changes === null ? [] : readJson(changesSchema, row.changes, 'session')
  const id = sessionIdSchema.parse(row.id)
  return { ...startFold(id, row.startedAt, body).view, ...counters, changes }
}

function unreadable(id: string): StoreError {
  return new StoreError(
    failure('store.corrupt', 'The beginning of this session can’t be read.', { id }).error,
  )
}

export function createSessionsWriter(db: Database) {
  const add = db.prepare<[string, string, number, Buffer]>(
    `INSERT INTO sessions (id, project_id, status, started_at, last_seq, last_hash, counters)
     VALUES (?, ?, 'running', ?, 0, ?, '{}')`,
  )
  const update = db.prepare<[string, number, Buffer, Buffer | null, string, number]>(
    'UPDATE sessions SET status = ?, last_seq = ?, last_hash = ?, base_tree = ?, counters = ? WHERE key = ?',
  )
  const remove = db.prepare<[number]>('DELETE FROM sessions WHERE key = ?')
  return {
    /** The number the session gets. */
    add: (id: SessionId, projectId: ProjectId, startedAt: number, hash: Buffer): number =>
      Number(add.run(id, projectId, startedAt, hash).lastInsertRowid),
    update: (key: number, { view }: SessionFold, hash: Buffer): void => {
      const counters = JSON.stringify(Object.fromEntries(counterNames.map((name) => [name, view[name]])))
      update.run(view.status, view.lastSeq, hash, toBlob(view.baseTree), counters, key)
    },
    remove: (key: number): void => {
      remove.run(key)
    },
  }
}

function toBlob(hash: string | null): Buffer | null {
  return hash === null ? null : Buffer.from(hash, 'hex')
}
