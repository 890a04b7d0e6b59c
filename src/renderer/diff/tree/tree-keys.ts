import type { TreeRow } from './tree-model'

/** What a key does in a tree, as the pattern for trees has it. */
export type TreeAction =
  | { readonly type: 'move'; readonly to: number }
  | { readonly type: 'toggle'; readonly folder: string }
  | { readonly type: 'select'; readonly path: string }

/** Rows that Page Up and Page Down move by. */
const page = 15

/** Finds what `key` does on the row at `index`; null: nothing. */
export function treeAction(key: string, rows: readonly TreeRow[], index: number): TreeAction | null {
  const row = rows[index]
  if (row === undefined) return null
  switch (key) {
    case 'ArrowDown':
      return move(rows, index + 1)
    case 'ArrowUp':
      return move(rows, index - 1)
    case 'PageDown':
      return move(rows, index + page)
    case 'PageUp':
      return move(rows, index - page)
    case 'Home':
      return move(rows, 0)
    case 'End':
      return move(rows, rows.length - 1)
    case 'ArrowRight':
      if (row.type === 'file') return null
      return row.isOpen ? move(rows, index + 1) : { type: 'toggle', folder: row.path }
    case 'ArrowLeft':
      if (row.type === 'folder' && row.isOpen) return { type: 'toggle', folder: row.path }
      return parentOf(rows, index)
    case 'Enter':
    case ' ':
      return row.type === 'file' ? { type: 'select', path: row.path } : { type: 'toggle', folder: row.path }
    default:
      return null
  }
}

function move(rows: readonly TreeRow[], to: number): TreeAction {
  return { type: 'move', to: Math.min(rows.length - 1, Math.max(0, to)) }
}

function parentOf(rows: readonly TreeRow[], index: number): TreeAction | null {
  const depth = rows[index]?.depth ?? 0
  for (let at = index - 1; at >= 0; at -= 1)
    if ((rows[at]?.depth ?? 0) < depth) return { type: 'move', to: at }
  return null
}

/** The next row, from `index` on and around, whose name begins with what was typed; null: none does. */
export function typedRow(typed: string, rows: readonly TreeRow[], index: number): number | null {
  const wanted = typed.toLowerCase()
  // Typing on narrows down from where one is; a first letter goes on to the next.
  const start = typed.length > 1 ? index : index + 1
  for (let step = 0; step < rows.length; step += 1) {
    const at = (start + step) % rows.length
    const name = rows[at]?.label.split('/').at(-1)?.toLowerCase()
    if (name?.startsWith(wanted) === true) return at
  }
  return null
}
