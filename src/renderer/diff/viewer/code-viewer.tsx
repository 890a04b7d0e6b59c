import { useVirtualizer } from '@tanstack/react-virtual'
import type { CSSProperties, KeyboardEvent, MouseEvent, RefObject } from 'react'
import { cx } from '../../lib/cx'
import type { RowList } from '../rows/row-list'
import { RowView, type ViewLayout } from './row-view'
import type { SideText } from './side-text'
import { SidewaysBars } from './sideways-bars'
import { useSideways } from './use-sideways'
import styles from './viewer.module.css'

export const rowHeight = 20
const overscan = 8
const sidewaysStep = 80

export type CodeViewerProps = {
  /** What is shown: “Difference in src/a.ts”. Read aloud. */
  readonly label: string
  readonly rows: RowList
  readonly layout: ViewLayout
  readonly before: SideText
  readonly after: SideText
  /** Columns of the longest line. */
  readonly columns: number
  readonly currentBlock?: number | null
  /** At most so many rows, without scrolling; the rest is left out. Null: fills its place and scrolls. */
  readonly maxRows?: number | null
  readonly scroller: RefObject<HTMLElement | null>
  readonly onOpenFold?: (fold: number, part: 'top' | 'bottom' | 'all') => void
}

const noFolds = () => undefined

/** Lines of code in rows: one text, or two beside or below each other. Only what is in view is drawn. */
export function CodeViewer(props: CodeViewerProps) {
  const { label, rows, layout, before, after, columns, maxRows = null, scroller } = props
  const digits = String(Math.max(before.lines.count, after.lines.count, 1)).length
  const sideways = useSideways(scroller)
  const isFlat = maxRows !== null
  const count = maxRows === null ? rows.count : Math.min(rows.count, maxRows)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    enabled: !isFlat,
  })
  const indices = isFlat
    ? Array.from({ length: count }, (_, index) => index)
    : virtual.getVirtualItems().map(({ index }) => index)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    sideways.scrollBy(event.key === 'ArrowLeft' ? -sidewaysStep : sidewaysStep)
  }
  return (
    <section
      ref={scroller}
      aria-label={isFlat ? undefined : label}
      tabIndex={isFlat ? -1 : 0}
      className={cx(styles.viewer, isFlat && styles.flat)}
      style={digitsStyle(digits)}
      onKeyDown={onKeyDown}
      onMouseDown={keepSelectionInColumn}
    >
      <table className={styles.table} aria-label={label} aria-rowcount={count}>
        <tbody className={styles.rows} style={{ height: count * rowHeight }}>
          {indices.map((index) => (
            <RowView
              key={index}
              rows={rows}
              rowIndex={index}
              top={index * rowHeight}
              layout={layout}
              before={before}
              after={after}
              currentBlock={props.currentBlock ?? null}
              onOpenFold={props.onOpenFold ?? noFolds}
            />
          ))}
        </tbody>
      </table>
      <SidewaysBars layout={layout} columns={columns} sideways={sideways} />
    </section>
  )
}

/** Wide enough for the highest line number. */
const digitsStyle = (digits: number): CSSProperties & { readonly '--digits': number } => ({
  '--digits': digits,
})

/** Text selected across rows stays in the column where the selection began. */
function keepSelectionInColumn(event: MouseEvent<HTMLElement>): void {
  const target = event.target instanceof Element ? event.target : null
  const column = target?.closest('[data-column]')?.getAttribute('data-column')
  if (column != null) event.currentTarget.setAttribute('data-selecting', column)
}
