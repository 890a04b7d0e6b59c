import type { FileState } from '../../../shared'
import { createLineNumbers, isBinary, type LineNumbers, maxTextBytes } from './text-lines'

/** One path of a snapshot with its state before and after; null where it was not there. */
export type PathChange = {
  readonly path: string
  readonly before: FileState | null
  readonly after: FileState | null
}

export type Rename = { readonly from: string; readonly to: string }

/** Files of each side that are compared line by line, and the work that all comparisons together may take. */
const maxCandidates = 200
const maxLoadedBytes = 32 * 1024 * 1024
const maxSteps = 50_000_000
const minSimilarity = 0.5

type Half = { readonly path: string; readonly state: FileState }

/**
 * Pairs deleted with created files: first those of equal content (the same name before another), then text files
 * that share at least half of the larger one's bytes in lines, the most similar first. `read`: content by hash.
 */
export function pairRenames(
  changes: readonly PathChange[],
  read: (hash: string) => Buffer | null,
): readonly Rename[] {
  const deleted = changes.flatMap(({ path, before, after }): Half[] =>
    before !== null && after === null ? [{ path, state: before }] : [],
  )
  const created = changes.flatMap(({ path, before, after }): Half[] =>
    before === null && after !== null ? [{ path, state: after }] : [],
  )
  if (deleted.length === 0 || created.length === 0) return []
  const same = pairEqual(deleted, created)
  const from = new Set(same.map((rename) => rename.from))
  const to = new Set(same.map((rename) => rename.to))
  const similar = pairSimilar(
    deleted.filter(({ path }) => !from.has(path)),
    created.filter(({ path }) => !to.has(path)),
    read,
  )
  return [...same, ...similar]
}

function pairEqual(deleted: readonly Half[], created: readonly Half[]): Rename[] {
  const sources = new Map<string, Half[]>()
  for (const half of deleted)
    if (half.state.size > 0) sources.set(keyOf(half), [...(sources.get(keyOf(half)) ?? []), half])
  const renames: Rename[] = []
  const take = (half: Half, fits: (source: Half) => boolean): void => {
    const candidates = sources.get(keyOf(half)) ?? []
    const at = candidates.findIndex(fits)
    const [source] = at === -1 ? [] : candidates.splice(at, 1)
    if (source !== undefined) renames.push({ from: source.path, to: half.path })
  }
  for (const half of created) take(half, (source) => nameOf(source.path) === nameOf(half.path))
  const paired = new Set(renames.map(({ to }) => to))
  for (const half of created) if (!paired.has(half.path)) take(half, () => true)
  return renames
}

type Text = Half & { readonly lines: ReadonlyMap<number, number> }

function pairSimilar(
  deleted: readonly Half[],
  created: readonly Half[],
  read: (hash: string) => Buffer | null,
): Rename[] {
  if (deleted.length === 0 || created.length === 0) return []
  const numbers = createLineNumbers()
  const room = { bytes: maxLoadedBytes }
  const sources = loadTexts(deleted, read, numbers, room)
  const targets = loadTexts(created, read, numbers, room)
  const scored: { readonly score: number; readonly rename: Rename }[] = []
  let steps = 0
  for (const source of sources)
    for (const target of targets) {
      const larger = Math.max(source.state.size, target.state.size)
      if (Math.min(source.state.size, target.state.size) < larger * minSimilarity) continue
      steps += Math.min(source.lines.size, target.lines.size)
      if (steps > maxSteps) break
      const score = sharedBytes(source.lines, target.lines, numbers) / larger
      if (score >= minSimilarity) scored.push({ score, rename: { from: source.path, to: target.path } })
    }
  return bestFirst(scored)
}

function loadTexts(
  halves: readonly Half[],
  read: (hash: string) => Buffer | null,
  numbers: LineNumbers,
  room: { bytes: number },
): readonly Text[] {
  const texts: Text[] = []
  for (const half of halves.slice(0, maxCandidates)) {
    const { mode, size, hash } = half.state
    if (mode === 'symlink' || size === 0 || size > maxTextBytes || size > room.bytes) continue
    const bytes = read(hash)
    if (bytes === null || isBinary(bytes)) continue
    room.bytes -= size
    const lines = new Map<number, number>()
    for (const line of numbers.of(bytes)) lines.set(line, (lines.get(line) ?? 0) + 1)
    texts.push({ ...half, lines })
  }
  return texts
}

function sharedBytes(
  a: ReadonlyMap<number, number>,
  b: ReadonlyMap<number, number>,
  numbers: LineNumbers,
): number {
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a]
  let bytes = 0
  for (const [line, count] of smaller)
    bytes += Math.min(count, larger.get(line) ?? 0) * numbers.lengthOf(line)
  return bytes
}

function bestFirst(scored: readonly { readonly score: number; readonly rename: Rename }[]): Rename[] {
  const from = new Set<string>()
  const to = new Set<string>()
  const renames: Rename[] = []
  for (const { rename } of scored.toSorted((a, b) => b.score - a.score)) {
    if (from.has(rename.from) || to.has(rename.to)) continue
    from.add(rename.from)
    to.add(rename.to)
    renames.push(rename)
  }
  return renames
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
/** A link and a file of the same bytes are not the same thing. */
const keyOf = ({ state }: Half): string => `${state.mode === 'symlink' ? 'link' : 'file'} ${state.hash}`
