import { memo } from 'react'
import { cx } from '../../lib/cx'
import type { Row, RowLayout } from '../rows/row-list'
import { CodeLine } from './code-line'
import { FoldRow } from './fold-row'
import type { SideText } from './side-text'
import styles from './viewer.module.css'

export type ViewLayout = RowLayout | 'single'

export type RowViewProps = {
  readonly row: Row
  readonly rowIndex: number
  readonly top: number
  readonly layout: ViewLayout
  readonly before: SideText
  readonly after: SideText
  readonly isCurrent: boolean
  readonly onOpenFold: (fold: number, part: 'top' | 'bottom' | 'all') => void
}

/** One row of a viewer, 20 px high, at its place. */
export const RowView = memo(function RowView(props: RowViewProps) {
  const { row, rowIndex, top, layout, isCurrent, onOpenFold } = props
  const place = { transform: `translateY(${top}px)` }
  if (row.type === 'fold')
    return (
      <tr aria-rowindex={rowIndex + 1} className={cx(styles.row, styles.foldRow)} style={place}>
        <FoldRow lines={row.lines} edges={row.edges} onOpen={(part) => onOpenFold(row.fold, part)} />
      </tr>
    )
  return (
    <tr
      aria-rowindex={rowIndex + 1}
      className={cx(styles.row, styles[layout], isCurrent && styles.current)}
      style={place}
    >
      <Cells {...props} row={row} />
    </tr>
  )
})

type CodeRow = Exclude<Row, { type: 'fold' }>

function Cells({ row, layout, before, after }: RowViewProps & { readonly row: CodeRow }) {
  const isChanged = row.type === 'changed'
  if (layout === 'split')
    return (
      <>
        <LineNumber line={row.before} kind={isChanged && row.before !== null ? 'del' : 'same'} />
        <Code side={before} line={row.before} kind={isChanged ? 'del' : 'same'} column="before" />
        <LineNumber line={row.after} kind={isChanged && row.after !== null ? 'add' : 'same'} />
        <Code side={after} line={row.after} kind={isChanged ? 'add' : 'same'} column="after" />
      </>
    )
  const isDeleted = isChanged && row.after === null
  const kind = isDeleted ? 'del' : isChanged ? 'add' : 'same'
  const line = isDeleted ? row.before : row.after
  return (
    <>
      {layout === 'unified' && <LineNumber line={row.before} kind={kind} />}
      <LineNumber line={layout === 'unified' ? row.after : line} kind={kind} />
      <Code side={isDeleted ? before : after} line={line} kind={kind} column="after" />
    </>
  )
}

type LineKind = 'same' | 'add' | 'del'

function LineNumber({ line, kind = 'same' }: { readonly line: number | null; readonly kind?: LineKind }) {
  return <td className={cx(styles.number, styles[kind])}>{line === null ? '' : line + 1}</td>
}

const signs = { same: '', add: '+', del: '−' } as const

type CodeProps = {
  readonly side: SideText
  readonly line: number | null
  readonly kind: LineKind
  readonly column: 'before' | 'after'
}

function Code({ side, line, kind, column }: CodeProps) {
  if (line === null) return <td className={cx(styles.code, styles.nothing)} data-column={column} />
  return (
    <td className={cx(styles.code, styles[kind])} data-column={column}>
      <span className={styles.sign}>{signs[kind]}</span>
      <CodeLine side={side} index={line} />
    </td>
  )
}
