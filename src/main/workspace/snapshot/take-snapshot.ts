import { closeSync, readlinkSync, type Stats } from 'node:fs'
import type { FileChange, FileState } from '../../../shared'
import { type ContentEntry, sha256 } from '../../store/content'
import { openInside } from '../files/open-inside'
import { readInto } from '../files/read-whole'
import { sortEntries } from '../tree'
import type { SkippedPath, SnapshotLimits } from '../types'
import type { Contents } from './contents'
import { describeChanges } from './describe-changes'
import { type KnownFiles, modeOf } from './known-files'
import type { PathChange } from './renames'
import { type Signature, signatureOf } from './signature'
import { walkFolder } from './walk'

export type SnapshotDeps = {
  /** Real path of the mirror's top folder. */
  readonly root: string
  readonly known: KnownFiles
  readonly contents: Contents
  readonly maxFileBytes: number
  readonly limits: SnapshotLimits
}

export type TakenSnapshot = {
  readonly changes: readonly FileChange[]
  readonly content: readonly ContentEntry[]
  readonly skipped: readonly SkippedPath[]
  readonly left: { readonly files: number; readonly bytes: number }
}

type Candidate = { readonly path: string; readonly stats: Stats }
type Read = {
  readonly path: string
  readonly state: FileState
  readonly signature: Signature
  readonly bytes: Uint8Array
}

const maxSkipped = 1000
const batchFiles = 256
const batchBytes = 8 * 1024 * 1024

/** Looks at every file of the mirror, reads those that may have changed, and records what did. Throws ENOSPC and the like. */
export async function takeSnapshot(deps: SnapshotDeps): Promise<TakenSnapshot> {
  const { known, contents, limits } = deps
  const skipped: SkippedPath[] = []
  const skip = (path: string, reason: string): void => {
    if (skipped.length < maxSkipped) skipped.push({ path, reason })
  }
  const candidates = findCandidates(deps, skip)
  const recorded: PathChange[] = []
  const content: ContentEntry[] = []
  let bytes = 0
  const isFull = (): boolean => recorded.length > limits.changedFiles || bytes > limits.changedBytes

  let next = 0
  while (next < candidates.length && !isFull()) {
    const batch: Read[] = []
    let read = 0
    while (next < candidates.length && batch.length < batchFiles && read < batchBytes) {
      if (recorded.length + batch.length > limits.changedFiles || bytes + read > limits.changedBytes) break
      const candidate = candidates[next]
      next += 1
      const found = candidate === undefined ? null : readCandidate(deps, candidate, skip)
      if (found === null) continue
      const before = known.stateOf(found.path)
      known.set(found.path, found.state, found.signature)
      if (before !== null && isSame(before, found.state)) continue
      recorded.push({ path: found.path, before, after: found.state })
      batch.push(found)
      read += found.bytes.length
    }
    bytes += read
    content.push(...(await contents.add(batch.map((each) => ({ hash: each.state.hash, bytes: each.bytes })))))
  }

  const gone = sortEntries(known.unseen().map((path) => ({ path })))
  const taken = gone.slice(0, Math.max(0, limits.changedFiles + 1 - recorded.length))
  for (const { path } of taken) {
    recorded.push({ path, before: known.stateOf(path), after: null })
    known.delete(path)
  }
  const rest = candidates.slice(next)
  const changes = await describeChanges(recorded, contents)
  contents.sync()
  return {
    changes,
    content,
    skipped,
    left: {
      files: rest.length + gone.length - taken.length,
      bytes: rest.reduce((sum, { stats }) => sum + stats.size, 0),
    },
  }
}

/** Files whose content has to be read, in order of paths. */
function findCandidates(
  { root, known, maxFileBytes }: SnapshotDeps,
  skip: (path: string, reason: string) => void,
): readonly Candidate[] {
  const candidates: Candidate[] = []
  known.beginWalk()
  const takenAt = Date.now()
  const whole = walkFolder(root, {
    found: (path, stats) => {
      if (stats.isFile() && stats.size > maxFileBytes) {
        known.keep(path)
        skip(path, `a file of ${stats.size} bytes, too large to be recorded`)
      } else if (known.see(path, stats, takenAt)) candidates.push({ path, stats })
    },
    skipped: (path, reason, below) => {
      if (below) known.keep(path)
      skip(path, reason)
    },
  })
  if (!whole) throw new Error('The mirror has too many files to be looked through.')
  return sortEntries(candidates)
}

function readCandidate(
  { root, known, maxFileBytes }: SnapshotDeps,
  { path, stats }: Candidate,
  skip: (path: string, reason: string) => void,
): Read | null {
  if (stats.isSymbolicLink()) return readLink(root, { path, stats })
  const takenAt = Date.now()
  const opened = openInside(root, path)
  if (opened.type === 'refused') {
    if (opened.reason === 'unreadable') {
      known.keep(path)
      skip(path, 'a file that can’t be read')
    }
    return null
  }
  try {
    const bytes = Buffer.allocUnsafeSlow(Math.min(opened.stats.size, maxFileBytes))
    const content = bytes.subarray(0, readInto(opened.file, bytes))
    return {
      path,
      state: { hash: sha256(content), mode: modeOf(opened.stats), size: content.length },
      signature: signatureOf(opened.stats, takenAt),
      bytes: content,
    }
  } finally {
    closeSync(opened.file)
  }
}

/** A link is recorded as its target's text and never followed. Null when it is none any more. */
function readLink(root: string, { path, stats }: Candidate): Read | null {
  const takenAt = Date.now()
  try {
    const bytes = readlinkSync(`${root}/${path}`, 'buffer')
    const state: FileState = { hash: sha256(bytes), mode: 'symlink', size: bytes.length }
    return { path, state, signature: signatureOf(stats, takenAt), bytes }
  } catch {
    return null
  }
}

function isSame(a: FileState, b: FileState): boolean {
  return a.hash === b.hash && a.mode === b.mode
}
