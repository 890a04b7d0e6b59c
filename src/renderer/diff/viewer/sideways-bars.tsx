import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../../lib/cx'
import type { ViewLayout } from './row-view'
import type { Sideways } from './use-sideways'
import styles from './viewer.module.css'

type SidewaysBarsProps = {
  readonly layout: ViewLayout
  readonly columns: number
  readonly sideways: Sideways
}

/** The sideways scroll bars, one under each column of code; none where every line fits. */
export function SidewaysBars({ layout, columns, sideways }: SidewaysBarsProps) {
  const row = useRef<HTMLDivElement>(null)
  const [isNeeded, setNeeded] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the layout or the longest line changes
  useLayoutEffect(() => {
    const element = row.current
    if (element === null) return
    const measure = () => {
      const bar = element.querySelector('[data-bar]')
      setNeeded(bar !== null && bar.scrollWidth > bar.clientWidth + 1)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [layout, columns])

  const bars = layout === 'split' ? [0, 1] : [0]
  return (
    <div ref={row} className={cx(styles.bars, styles[layout], !isNeeded && styles.barsUnneeded)}>
      {bars.map((column) => (
        <div
          key={column}
          data-bar
          ref={sideways.bar(column)}
          className={cx(styles.bar, column === 1 && styles.barAfter)}
          onScroll={sideways.onBarScroll}
          {...(isNeeded ? { tabIndex: 0, role: 'group', 'aria-label': 'Scroll lines sideways' } : {})}
        >
          <div className={styles.barWidth} style={{ width: `${columns + 2}ch` }} />
        </div>
      ))}
    </div>
  )
}
