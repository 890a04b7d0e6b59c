import { type MouseEvent, useState } from 'react'
import type { Comparison } from '../../../../shared'
import type { MenuEntry } from '../../../ui'
import { laneMenu } from './lane-menu'
import type { LaneSession } from './lane-session'
import type { Lanes } from './use-lanes'

/** The menu of the cell that was clicked; other places of the grid have none. */
export function useLaneMenu(comparison: Comparison, lanes: Lanes, left: LaneSession, right: LaneSession) {
  const [entries, setEntries] = useState<readonly MenuEntry[]>([])
  const onContextMenu = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest('td[data-side]') : null
    const row = lanes.rows[Number(cell?.closest('tr')?.getAttribute('data-index'))]
    const pair = row?.type === 'pair' ? comparison.alignment.pairs[row.index] : undefined
    if (cell === null || row?.type !== 'pair' || pair === undefined) return event.preventDefault()
    setEntries(
      laneMenu({
        pair,
        side: cell.getAttribute('data-side') === 'right' ? 'right' : 'left',
        left,
        right,
        isExpanded: lanes.isExpanded(row.index),
        onToggle: () => lanes.acts.toggleExpanded(row.index),
      }),
    )
  }
  return { entries, onContextMenu }
}
