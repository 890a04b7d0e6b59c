import { useMemo, useState } from 'react'
import type { FileChange, TreeEntry } from '../../../shared'
import { filteredRows, type TreeRow, treeModel, treeRows } from './tree-model'

/** Trees up to this many files are open at first; in larger ones, only folders with changes are. */
const maxOpenAtFirst = 150
/** Rows that a filter shows at most. */
export const maxFiltered = 2000

export type TreeFilter = { readonly text: string; readonly onlyChanged: boolean }

/** The rows of a tree, and what opens and closes its folders. The reader's own choices stay when files change. */
export function useTreeRows(
  entries: readonly TreeEntry[],
  changes: readonly FileChange[],
  selected: string | null,
  filter: TreeFilter,
): { readonly rows: readonly TreeRow[]; readonly toggle: (folder: string) => void; readonly files: number } {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const model = useMemo(() => treeModel(entries, changes), [entries, changes])
  const isFiltered = filter.text.trim() !== '' || filter.onlyChanged
  const rows = useMemo(() => {
    if (isFiltered) return filteredRows(model, filter.text, filter.onlyChanged, maxFiltered)
    const isSmall = model.paths.length <= maxOpenAtFirst
    return treeRows(
      model,
      (folder) =>
        chosen.get(folder) ??
        (isSmall || model.changedBeneath.has(folder) || selected?.startsWith(`${folder}/`) === true),
    )
  }, [model, chosen, selected, filter, isFiltered])

  const toggle = (folder: string) => {
    const row = rows.find((each) => each.type === 'folder' && each.path === folder)
    if (row?.type === 'folder') setChosen((before) => new Map(before).set(folder, !row.isOpen))
  }
  return { rows, toggle, files: model.paths.length }
}
