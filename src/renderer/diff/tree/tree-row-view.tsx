import { ChevronDown, ChevronRight, FileCode2, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FileChange } from '../../../shared'
import { autoRunOf } from '../../lib/auto-run'
import { cx } from '../../lib/cx'
import { formatCount } from '../../lib/format'
import { AutoRunMark } from '../../ui/auto-run'
import { languageOf } from '../syntax/languages'
import styles from './file-tree.module.css'
import type { TreeRow } from './tree-model'

type TreeRowViewProps = {
  readonly row: TreeRow
  readonly index: number
  readonly top: number
  readonly isActive: boolean
  readonly isSelected: boolean
  /** Instead of the change; undefined: the change. */
  readonly mark?: ReactNode
  readonly onPress: () => void
}

/** One row of a tree. Keys are handled by the tree as a whole. */
export function TreeRowView(props: TreeRowViewProps) {
  const { row, index, top, isActive, isSelected, onPress } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its rows
    <div
      role="treeitem"
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-level={row.depth + 1}
      aria-selected={isSelected}
      {...(row.type === 'folder' ? { 'aria-expanded': row.isOpen } : {})}
      className={cx(styles.row, isSelected && styles.selected)}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 8 + row.depth * 14 }}
      title={row.path}
      onClick={onPress}
    >
      {row.type === 'folder' ? <FolderParts row={row} /> : <FileParts row={row} mark={props.mark} />}
    </div>
  )
}

function FolderParts({ row }: { readonly row: Extract<TreeRow, { type: 'folder' }> }) {
  const Icon = row.isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <Icon size={14} aria-hidden />
      <span className={styles.folder}>{row.label}</span>
      {row.changed > 0 && !row.isOpen && (
        <span className={styles.beneath}>
          {formatCount(row.changed)}
          <span className="sr-only"> changed in it</span>
        </span>
      )}
    </>
  )
}

type FilePartsProps = { readonly row: Extract<TreeRow, { type: 'file' }>; readonly mark: ReactNode }

function FileParts({ row, mark }: FilePartsProps) {
  const Icon = languageOf(row.path) === null ? FileText : FileCode2
  // Of a whole path, the folders give way before the name does.
  const nameAt = row.label.lastIndexOf('/') + 1
  return (
    <>
      <Icon size={14} aria-hidden />
      <span className={cx(styles.file, row.change?.change === 'deleted' && styles.deleted)}>
        {nameAt > 0 && <span className={styles.folders}>{row.label.slice(0, nameAt)}</span>}
        <span className={styles.name}>{row.label.slice(nameAt)}</span>
      </span>
      {mark !== undefined ? mark : row.change !== null && <ChangeMark change={row.change} />}
    </>
  )
}

const words = { created: 'new', modified: '', deleted: 'deleted', renamed: 'renamed' } as const

function ChangeMark({ change }: { readonly change: FileChange }) {
  const { additions, deletions, change: kind } = change
  const word = words[kind]
  const isCounted = additions !== null || deletions !== null
  const place = autoRunOf(change)
  return (
    <span className={styles.mark}>
      {place !== null && <AutoRunMark place={place} />}
      <span className={word === '' && isCounted ? 'sr-only' : undefined}>
        {word === '' ? 'changed' : word}
      </span>
      {(additions ?? 0) > 0 && <span className={styles.added}>+{formatCount(additions ?? 0)}</span>}
      {(deletions ?? 0) > 0 && <span className={styles.removed}>−{formatCount(deletions ?? 0)}</span>}
    </span>
  )
}
