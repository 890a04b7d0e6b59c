import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Store, storePaths } from '../../src/main/store'
import { writeContent } from '../../src/main/store/content'
import { encodeTree } from '../../src/main/workspace'
import {
  type EventBody,
  type FileState,
  type SessionId,
  sessionIdSchema,
  type TreeEntry,
} from '../../src/shared'
import { inParts, openBenchStore } from './bench-store'
import { sessionEvents, sessionStart } from './session-events'

const batch = 500
const parts = 150
const linesOfPart = 40

export type SeededSession = { readonly prompt: string; readonly events: number }

/** Puts finished sessions into a profile's store as runs would leave them: files, their content and all. */
export function seedSessions(profile: string, sessions: readonly SeededSession[]): readonly SessionId[] {
  const folder = join(profile, 'store')
  const store = openBenchStore(folder)
  try {
    return sessions.map((session) => seedSession(store, storePaths(folder).packs, session))
  } finally {
    store.close()
  }
}

function seedSession(store: Store, packs: string, { prompt, events }: SeededSession): SessionId {
  const keep = (pieces: readonly Buffer[]): readonly FileState[] => {
    const written = writeContent(packs, pieces)
    if (!written.ok) throw new Error(written.error.message)
    store.write.addContent(written.value)
    return written.value.map(({ hash, size }) => ({ hash, mode: 'file', size }))
  }
  const id = sessionIdSchema.parse(randomUUID())
  const tree = startTree(keep)
  const [manifest] = keep([encodeTree(tree)])
  if (manifest === undefined) throw new Error('no manifest')
  store.write.createSession(id, Date.now(), { ...sessionStart(), prompt })
  const began: EventBody = {
    type: 'mirror.created',
    files: tree.length,
    bytes: tree.reduce((sum, { size }) => sum + size, 0),
    tree: manifest.hash,
    durationMs: 120,
  }
  const ended: EventBody = { type: 'session.finished', status: 'succeeded', error: null, summary: null }
  const bodies = withContent([...sessionEvents(events - 3)], tree, keep)
  for (const part of inParts([began, ...bodies, ended], batch))
    store.write.append(
      id,
      part.map((body) => ({ at: Date.now(), body })),
    )
  return id
}

type Keep = (pieces: readonly Buffer[]) => readonly FileState[]

function startTree(keep: Keep): readonly TreeEntry[] {
  const numbers = Array.from({ length: parts }, (_, part) => part)
  const states = keep(numbers.map((part) => textOf(`part ${part}`, 0)))
  return states.map((state, part) => ({ ...state, path: `src/part-${part}/module.ts` }))
}

/** Gives each file change real content: what the file was before it, and a version of its own after it. */
function withContent(
  bodies: readonly EventBody[],
  tree: readonly TreeEntry[],
  keep: Keep,
): readonly EventBody[] {
  const changed = bodies.filter((body) => body.type === 'file.changed')
  const versions = keep(changed.map(({ path }, version) => textOf(path, version + 1)))
  const files = new Map<string, FileState>(tree.map(({ path, ...state }) => [path, state]))
  let next = 0
  return bodies.map((body) => {
    if (body.type !== 'file.changed') return body
    const before = files.get(body.path) ?? null
    const after = versions[next] ?? null
    next += 1
    if (after !== null) files.set(body.path, after)
    return { ...body, before, after }
  })
}

function textOf(name: string, version: number): Buffer {
  const lines = Array.from({ length: linesOfPart }, (_, line) =>
    line % 10 === version % 10
      ? `  if (version >= ${version}) return parse(input, { open: ${line} })`
      : `  steps.push(readStep(input, ${line})) // ${name}`,
  )
  return Buffer.from(`${lines.join('\n')}\n`)
}
