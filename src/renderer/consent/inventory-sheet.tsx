import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowLeft } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { exclusionWords, type Inventory, inert } from '../../shared'
import { formatBytes, formatCount } from '../lib/format'
import { Button, Segmented, TextField } from '../ui'
import styles from './inventory-sheet.module.css'
import { type SheetRow, sheetRows } from './sheet-rows'

const rowHeight = 28

export type InventorySheetProps = { readonly inventory: Inventory; readonly onBack: () => void }

/** Every tracked file, copied or left out with its reason; only the rows in sight are in the page. */
export function InventorySheet({ inventory, onBack }: InventorySheetProps) {
  const { files, excluded } = inventory
  const [shown, setShown] = useState<'excluded' | 'files'>(excluded.length > 0 ? 'excluded' : 'files')
  const [filter, setFilter] = useState('')
  const rows = useMemo(() => sheetRows(inventory, shown, filter), [inventory, shown, filter])
  return (
    <section className={styles.sheet} aria-label="Tracked files">
      <div className={styles.bar}>
        <Button icon={ArrowLeft} onClick={onBack} autoFocus>
          Back
        </Button>
        <Segmented
          label="Files"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'excluded', label: `Left out ${formatCount(excluded.length)}` },
            { value: 'files', label: `Copied ${formatCount(files.length)}` },
          ]}
        />
        <TextField
          label="Filter by path"
          hideLabel
          placeholder={shown === 'excluded' ? 'Filter by path or reason' : 'Filter by path'}
          fieldClassName={styles.filter}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span className="dim num">{formatCount(rows.length)}</span>
      </div>
      {rows.length === 0 ? (
        <p className={styles.none}>
          {filter === '' ? 'None.' : 'No path matches. Change the filter to see others.'}
        </p>
      ) : (
        <Rows key={shown} rows={rows} />
      )}
    </section>
  )
}

function Rows({ rows }: { readonly rows: readonly SheetRow[] }) {
  const scroll = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
    <section ref={scroll} className={styles.scroll} tabIndex={0} aria-label="Paths">
      <ul className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={row.path}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <span className={styles.path} title={inert(row.path)}>
                {inert(row.path)}
              </span>
              {row.reason !== null && <span className={styles.reason}>{exclusionWords[row.reason]}</span>}
              {row.note !== null && <span className={styles.note}>{row.note}</span>}
              <span className={styles.size}>{row.size === null ? '' : formatBytes(row.size)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
