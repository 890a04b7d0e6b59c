import { createHash } from 'node:crypto'
import { createReplay, type Replay } from '../../../src/main/replay'
import type { Store } from '../../../src/main/store'
import { encodeTree } from '../../../src/main/workspace'
import {
  type EventBody,
  type FileChange,
  type FileState,
  failure,
  ok,
  type SessionId,
  type TreeEntry,
} from '../../../src/shared'
import { addSession } from '../store/helpers'

/** Content by hash, as a store's packs would hold it. */
export type Contents = Map<string, Buffer>

export function put(
  contents: Contents,
  content: string | Buffer,
  mode: FileState['mode'] = 'file',
): FileState {
  const bytes = Buffer.from(content)
  const hash = createHash('sha256').update(bytes).digest('hex')
  contents.set(hash, bytes)
  return { hash, mode, size: bytes.length }
}

export type Files = Readonly<Record<string, FileState>>

/** A session that began with `base` and recorded these bodies. */
export function record(
  store: Store,
  contents: Contents,
  base: Files,
  bodies: readonly EventBody[],
): SessionId {
  const entries = Object.entries(base).map(([path, state]): TreeEntry => ({ path, ...state }))
  const tree = put(contents, encodeTree(entries))
  return addSession(store, [
    { type: 'mirror.created', files: entries.length, bytes: 1, tree: tree.hash, durationMs: 1 },
    ...bodies,
  ])
}

export const frame = (number: number, ...bodies: readonly EventBody[]): readonly EventBody[] => [
  { type: 'frame.started', frame: number, turn: 1 },
  ...bodies,
  { type: 'frame.finished', frame: number, changedFiles: 0 },
]

export function change(
  number: number,
  path: string,
  before: FileState | null,
  after: FileState | null,
  oldPath: string | null = null,
): EventBody {
  const kind: FileChange['change'] =
    oldPath !== null ? 'renamed' : before === null ? 'created' : after === null ? 'deleted' : 'modified'
  return {
    type: 'file.changed',
    frame: number,
    change: kind,
    path,
    oldPath,
    before,
    after,
    additions: 1,
    deletions: 0,
    binary: false,
  }
}

export function replayOn(store: Store, contents: Contents, alignWorkerPath: string | URL = 'none'): Replay {
  return createReplay({
    read: {
      ...store.read,
      contentEntry: (hash) => {
        const bytes = contents.get(hash)
        return bytes === undefined ? null : { hash, pack: 'p', offset: 0, size: bytes.length }
      },
    },
    content: async (hash) => {
      const bytes = contents.get(hash)
      return bytes === undefined ? failure('replay.content_missing', 'The content is gone.') : ok(bytes)
    },
    alignWorkerPath,
    now: () => performance.now(),
  })
}
