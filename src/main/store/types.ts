import type {
  Consent,
  ConsentId,
  ConsentRecord,
  EventBody,
  EventOf,
  FileChange,
  FrameView,
  NativeLine,
  Project,
  ProjectId,
  Result,
  SessionId,
  SessionView,
  Settings,
  StoredEvent,
} from '../../shared'
import type { Verified } from './chain'
import type { ContentEntry } from './content'

/**
 * Everything that can be asked of the store. A separate handle type: code that is given it can't write. Methods throw
 * StoreError where the file turns out to be damaged or out of reach.
 */
export type StoreReader = {
  projects(): readonly Project[]
  project(id: ProjectId): Project | null
  /** Newest first, like the history. */
  consents(projectId: ProjectId): readonly Consent[]
  consent(id: ConsentId): Consent | null
  consentHistory(projectId: ProjectId): readonly ConsentRecord[]
  settings(): Settings
  /** Newest first; those that started in the same millisecond as the page's last one come with it. */
  sessions(query: { projectId: ProjectId | null; before: number | null; limit: number }): {
    readonly sessions: readonly SessionView[]
    /** Sessions of the page that can't be read; they can be deleted. */
    readonly unreadable: readonly SessionId[]
    readonly total: number
  }
  session(id: SessionId): SessionView | null
  sessionCount(projectId: ProjectId): number
  /** Sessions whose last stored status is `running`, those that can't be read, too. */
  unfinishedSessions(): readonly SessionId[]
  /** Events after `after` in order, at most `limit` of them and about `maxBytes` of payload. */
  eventsAfter(id: SessionId, after: number, limit: number, maxBytes: number): readonly StoredEvent[]
  /** Events of rows `from` … `from + count - 1`; of a row with very many events, the first and the newest ones. */
  eventsOfRows(id: SessionId, from: number, count: number): readonly StoredEvent[]
  firstEventOfType(id: SessionId, type: EventBody['type']): StoredEvent | null
  /** The newest event of a kind that comes seldom (tables/events.ts). */
  newestEventOfType(id: SessionId, type: EventBody['type']): StoredEvent | null
  /** The first `limit` events that tell of contacts with the outside, in order. */
  contactEvents(id: SessionId, limit: number): readonly StoredEvent[]
  /** Lines of the agent program after number `after`, in order; `whole`: long ones are not cut. */
  nativeLines(
    id: SessionId,
    query: { after: number; limit: number; whole: boolean },
  ): { readonly lines: readonly NativeLine[]; readonly total: number }
  frames(id: SessionId): readonly FrameView[]
  /** Frames after number `after` in order, at most `limit` of them. */
  framesAfter(id: SessionId, after: number, limit: number): readonly FrameView[]
  /** `file.changed` facts of frames 1 … `frame` in order, with the frame each belongs to. */
  changesUpTo(id: SessionId, frame: number): readonly (FileChange & { readonly frame: number })[]
  /** Checks the hash chain; `brokenSeq` is the first event whose link doesn't hold (I4). */
  verify(id: SessionId): Verified
  /** The same with turns for others in between: to be called again until it gives the result. */
  verification(id: SessionId): () => Verified | null
  /** The event that names this content without being a file change: an image, a transcript. */
  keptContent(id: SessionId, hash: string): EventBody | null
  contentEntry(hash: string): ContentEntry | null
  /** The hashes among `hashes` that the store has content for. */
  knownContent(hashes: readonly string[]): ReadonlySet<string>
}

export type NewEvent = { readonly at: number; readonly body: EventBody }
/** A line of an agent program, to be kept beside the events that follow it. */
export type NewLine = {
  readonly at: number
  readonly line: { readonly attempt: number; readonly text: string }
}

/**
 * The one writing handle. Every method commits before it returns (I3), or throws StoreError (store.full,
 * store.unavailable, store.corrupt, store.not_found for an unknown session) and has changed nothing.
 */
export type StoreWriter = {
  addProject(project: Project): void
  removeProject(id: ProjectId): void
  addConsent(consent: Consent): void
  /** True exactly once for a one-shot consent: marks it consumed if it is neither consumed nor revoked nor expired at `at` (I5). For other scopes: true while live. */
  useConsent(id: ConsentId, sessionId: SessionId, at: number): boolean
  revokeConsent(id: ConsentId, at: number): boolean
  recordConsent(record: ConsentRecord): void
  saveSettings(settings: Settings): void
  createSession(id: SessionId, at: number, body: EventOf<'session.started'>): StoredEvent
  /** Appends in one transaction: sequence, hash chain, projections; then tells the listeners. */
  append(id: SessionId, entries: readonly (NewEvent | NewLine)[]): readonly StoredEvent[]
  addContent(entries: readonly ContentEntry[]): void
  /** Takes a whole session off the record at once; its events, and content and packs that no session refers to any more, go in the background. */
  deleteSession(id: SessionId): void
}

export type CommitListener = (id: SessionId, events: readonly StoredEvent[], view: SessionView) => void

export type Store = {
  readonly read: StoreReader
  readonly write: StoreWriter
  /** Called after each commit; returns what unsubscribes. */
  onCommit(listener: CommitListener): () => void
  /** Content bytes by hash; fails with replay.content_missing when it is not there or damaged. */
  content(hash: string): Promise<Result<Buffer>>
  /** Resolves when no clean-up after deleted sessions is under way. */
  settled(): Promise<void>
  close(): void
}
