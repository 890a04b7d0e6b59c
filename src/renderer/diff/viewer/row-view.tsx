import { memo } from 'react'
import { cx } from '../../lib/cx'
import type { Row, RowLayout, RowList } from '../rows/row-list'
import { CodeLine } from './code-line'
import { FoldRow } from './fold-row'
import type { SideText } from './side-text'
import styles from './viewer.module.css'

export type ViewLayout = RowLayout | 'single'

export type RowViewProps = {
  readonly rows: RowList
  readonly rowIndex: number
  readonly top: number
  readonly layout: ViewLayout
  readonly before: SideText
  readonly after: SideText
  /** The change that `n` and `p` stand at. */
  readonly currentBlock: number | null
  readonly onOpenFold: (fold: number, part: 'top' | 'bottom' | 'all') => void
}

/** One row of a viewer, 20 px high, at its place. Scrolling draws no row again that was drawn. */
export const RowView = memo(function RowView(props: RowViewProps) {
  const { rows, rowIndex, top, layout, currentBlock, onOpenFold } = props
  const row = rows.at(rowIndex)
  const isCurrent = row.type === 'changed' && row.block === currentBlock
  const place = { top }
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

/** As few elements as can be: a hundred rows come into view with one turn of a wheel. */
function Cells({ row, layout, before, after }: RowViewProps & { readonly row: CodeRow }) {
  const isChanged = row.type === 'changed'
  if (layout === 'split') {
    const left = isChanged && row.before !== null ? 'del' : 'same'
    const right = isChanged && row.after !== null ? 'add' : 'same'
    return (
      <>
        <LineNumber line={row.before} kind={left} sign={signs[left]} />
        <Code side={before} line={row.before} kind={left} column="before" />
        <LineNumber line={row.after} kind={right} sign={signs[right]} isMiddle />
        <Code side={after} line={row.after} kind={right} column="after" />
      </>
    )
  }
  const isDeleted = isChanged && row.after === null
  const kind = isDeleted ? 'del' : isChanged ? 'add' : 'same'
  const line = isDeleted ? row.before : row.after
  return (
    <>
      {layout === 'unified' && <LineNumber line={row.before} kind={kind} sign="" />}
      <LineNumber line={layout === 'unified' ? row.after : line} kind={kind} sign={signs[kind]} />
      <Code side={isDeleted ? before : after} line={line} kind={kind} column="after" />
    </>
  )
}

type LineKind = 'same' | 'add' | 'del'
/** After the number, of one width each, so that numbers stay below each other. */
const signs = { same: '  ', add: ' +', del: ' −' } as const

type LineNumberProps = {
  readonly line: number | null
  readonly kind: LineKind
  readonly sign: string
  /** It parts two columns of code. */
  readonly isMiddle?: boolean
}

function LineNumber({ line, kind, sign, isMiddle = false }: LineNumberProps) {
  return (
    <td
      className={cx(styles.number, styles[kind], isMiddle && styles.middle)}
    >{`${line === null ? '' : line + 1}${sign}`}</td>
  )
}

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
      <CodeLine side={side} index={line} />
    </td>
  )
}
