import {
  createLru,
  type FileContent,
  type FileState,
  failure,
  ok,
  type Result,
  type SessionId,
} from '../../shared'
import type { StoreReader } from '../store'
import { type Content, maxTextBytes, textOf } from './read-text'
import type { createTrees } from './trees'

type ViewContentDeps = {
  readonly read: Pick<StoreReader, 'session' | 'changesUpTo' | 'contentEntry' | 'keptContent'>
  readonly content: Content
  readonly baseOf: ReturnType<typeof createTrees>
}

/** Hashes of changed content kept for sessions that were looked at last. */
const maxKeptHashes = 100_000

/**
 * Reads content for a view: text, or the reason why there is none. Only content that the session refers to, so that a
 * window can't read by hash what belongs to another one; anything else fails with replay.content_missing.
 */
export function createViewContent({ read, content, baseOf }: ViewContentDeps) {
  const changed = createLru<ReadonlySet<string>>(maxKeptHashes, (hashes) => hashes.size + 1)

  const changedHashes = (sessionId: SessionId, lastSeq: number, frames: number): ReadonlySet<string> => {
    const key = `${sessionId} ${lastSeq}`
    const known = changed.get(key)
    if (known !== undefined) return known
    const hashes = new Set(
      read
        .changesUpTo(sessionId, frames)
        .flatMap(({ before, after }) => [before?.hash ?? '', after?.hash ?? '']),
    )
    changed.set(key, hashes)
    return hashes
  }

  return async (
    sessionId: SessionId,
    hash: string,
    mode: FileState['mode'],
  ): Promise<Result<FileContent>> => {
    const session = read.session(sessionId)
    if (session === null) return failure('store.not_found', 'This session is not on record any more.')
    const known =
      changedHashes(sessionId, session.lastSeq, session.frames).has(hash) ||
      read.keptContent(sessionId, hash)?.type === 'transcript.kept'
    if (!known) {
      const base = await baseOf(session)
      if (!base.ok) return base
      if (!base.value.hashes.has(hash))
        return failure('replay.content_missing', 'This session has no file with that content.', { hash })
    }
    const size = read.contentEntry(hash)?.size ?? 0
    if (size > maxTextBytes) return ok({ type: 'too_large', size, mode })
    const bytes = await content(hash)
    if (!bytes.ok) return ok({ type: 'lost', reason: bytes.error.message })
    const text = textOf(bytes.value)
    if (text === null) return ok({ type: 'binary', size: bytes.value.length, mode })
    return ok({ type: 'text', text, size: bytes.value.length, mode })
  }
}
