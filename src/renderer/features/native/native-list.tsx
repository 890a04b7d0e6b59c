import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef } from 'react'
import { cx } from '../../lib/cx'
import { formatCount, formatOffset } from '../../lib/format'
import { useHotkeys } from '../../lib/hotkeys'
import { sizeWords } from './line-size'
import styles from './native.module.css'
import type { NativeLines } from './use-native-lines'

export type NativeListProps = {
  readonly native: NativeLines
  readonly total: number
  readonly chosen: number
  readonly startedAt: number
  readonly onChoose: (place: number) => void
}

const rowHeight = 26
/** Characters of a line that one row can show at the widest. */
const shownCharacters = 400

/** One row for each line the program wrote: its number, when it came, in which attempt, and how it begins. */
export function NativeList({ native, total, chosen, startedAt, onChoose }: NativeListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const { look } = native
  useEffect(() => look(first, last), [look, first, last])
  const choose = (place: number): void => {
    const at = Math.min(total - 1, Math.max(0, place))
    onChoose(at)
    virtualizer.scrollToIndex(at)
  }
  useHotkeys('Native lines', [
    { keys: ['ArrowDown', 'j'], label: 'Next line', run: () => choose(chosen + 1) },
    { keys: ['ArrowUp', 'k'], label: 'Line before', run: () => choose(chosen - 1) },
    { keys: 'Home', label: 'First line', run: () => choose(0) },
    { keys: 'End', label: 'Last line', run: () => choose(total - 1) },
  ])
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Native lines"
      aria-activedescendant={`${id}-${chosen}`}
      tabIndex={0}
      className={styles.list}
    >
      <div className={styles.sizer} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const line = native.line(index)
          return (
            <div
              key={index}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              aria-posinset={index + 1}
              aria-setsize={total}
              className={cx(styles.line, index === chosen && styles.chosen)}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onChoose(index)}
              onKeyDown={() => undefined}
            >
              <span className={styles.number}>{formatCount(index + 1)}</span>
              {line === undefined ? (
                <span className={styles.waiting} aria-busy="true" />
              ) : (
                <>
                  <span className={styles.number}>{formatOffset(line.at - startedAt)}</span>
                  <code className={styles.text}>{line.text.slice(0, shownCharacters)}</code>
                  <span className={styles.size}>
                    {line.attempt > 1 && `attempt ${line.attempt} · `}
                    {sizeWords(line.text)}
                  </span>
                </>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
