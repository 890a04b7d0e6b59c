import { memo } from 'react'
import type { TimelineRow } from '../../../shared'
import { EventRow } from './event-row'
import styles from './rows.module.css'
import { ToolRow } from './tool-row'

/** One row; undefined while it is being fetched. Drawn again only when it is another row object. */
export const RowView = memo(function RowView({ row }: { readonly row: TimelineRow | undefined }) {
  if (row === undefined)
    return (
      <div className={styles.row} aria-busy="true">
        <span className={styles.waiting} />
      </div>
    )
  return row.type === 'tool' ? <ToolRow row={row} /> : <EventRow row={row} />
})
