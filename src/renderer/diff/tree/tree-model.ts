import type { FileChange, TreeEntry } from '../../../shared'

/** A row of the tree. Folders with a single folder in them share a row with it (“src/main”). */
export type TreeRow =
  | {
      readonly type: 'folder'
      readonly path: string
      readonly label: string
      readonly depth: number
      readonly isOpen: boolean
      /** Changed files somewhere beneath. */
      readonly changed: number
    }
  | {
      readonly type: 'file'
      readonly path: string
      readonly label: string
      readonly depth: number
      readonly change: FileChange | null
    }

/** Paths in one order, so that each folder is a stretch of them: children are found without building a tree. */
export type TreeModel = {
  readonly paths: readonly string[]
  readonly changes: ReadonlyMap<string, FileChange>
  readonly changedBeneath: ReadonlyMap<string, number>
}

/** Files of `entries`, and those that `changes` deleted, in order. Cheap for 100,000 of them. */
export function treeModel(entries: readonly TreeEntry[], changes: readonly FileChange[]): TreeModel {
  const paths = entries.map(({ path }) => path)
  for (const { path, after } of changes) if (after === null) paths.push(path)
  return {
    paths: isRising(paths) ? paths : [...new Set(paths)].sort(byCode),
    changes: new Map(changes.map((change) => [change.path, change])),
    changedBeneath: countBeneath(changes),
  }
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function isRising(paths: readonly string[]): boolean {
  for (let index = 1; index < paths.length; index += 1)
    if ((paths[index - 1] ?? '') >= (paths[index] ?? '')) return false
  return true
}

function countBeneath(changes: readonly FileChange[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { path } of changes)
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  return counts
}

/** The rows to be seen, given which folders are open. Only open folders cost anything. */
export function treeRows(model: TreeModel, isOpen: (folder: string) => boolean): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const visit = (from: number, to: number, prefix: number, depth: number) => {
    for (const child of childrenOf(model.paths, from, to, prefix)) {
      if (child.type === 'file') rows.push(fileRow(model, child.path, child.path.slice(prefix), depth))
      else {
        const { path, first, end } = lastOfChain(model.paths, child)
        const open = isOpen(path)
        const changed = model.changedBeneath.get(path) ?? 0
        rows.push({ type: 'folder', path, label: path.slice(prefix), depth, isOpen: open, changed })
        if (open) visit(first, end, path.length + 1, depth + 1)
      }
    }
  }
  visit(0, model.paths.length, 0, 0)
  return rows
}

/** Files whose path holds every word of `filter`, as rows of one level with their whole path; at most `most`. */
export function filteredRows(
  model: TreeModel,
  filter: string,
  onlyChanged: boolean,
  most: number,
): readonly TreeRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const rows: TreeRow[] = []
  for (const path of model.paths) {
    if (rows.length >= most) break
    if (onlyChanged && !model.changes.has(path)) continue
    const text = path.toLowerCase()
    if (words.every((word) => text.includes(word))) rows.push(fileRow(model, path, path, 0))
  }
  return rows
}

const fileRow = (model: TreeModel, path: string, label: string, depth: number): TreeRow => ({
  type: 'file',
  path,
  label,
  depth,
  change: model.changes.get(path) ?? null,
})

type Child =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'folder'; readonly path: string; readonly first: number; readonly end: number }

/** Files and folders directly within a stretch of paths, folders first, names in the order people expect. */
function childrenOf(paths: readonly string[], from: number, to: number, prefix: number): readonly Child[] {
  const folders: Extract<Child, { type: 'folder' }>[] = []
  const files: Extract<Child, { type: 'file' }>[] = []
  let at = from
  while (at < to) {
    const path = paths[at] ?? ''
    const slash = path.indexOf('/', prefix)
    if (slash < 0) {
      files.push({ type: 'file', path })
      at += 1
    } else {
      const folder = path.slice(0, slash)
      const end = endOfFolder(paths, at, to, `${folder}/`)
      folders.push({ type: 'folder', path: folder, first: at, end })
      at = end
    }
  }
  return [...folders.sort(byName), ...files.sort(byName)]
}

const names = new Intl.Collator('en', { numeric: true })
const byName = (a: Child, b: Child): number => names.compare(a.path, b.path)

function endOfFolder(paths: readonly string[], from: number, to: number, prefix: string): number {
  let low = from + 1
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if ((paths[middle] ?? '').startsWith(prefix)) low = middle + 1
    else high = middle
  }
  return low
}

function lastOfChain(
  paths: readonly string[],
  folder: Extract<Child, { type: 'folder' }>,
): Extract<Child, { type: 'folder' }> {
  const prefix = folder.path.length + 1
  const slash = (paths[folder.first] ?? '').indexOf('/', prefix)
  if (slash < 0) return folder
  const inner = (paths[folder.first] ?? '').slice(0, slash)
  // The one folder within holds all there is when the last path lies in it, too.
  if (!(paths[folder.end - 1] ?? '').startsWith(`${inner}/`)) return folder
  return lastOfChain(paths, { ...folder, path: inner })
}
