import { ChevronRight, Copy, Rewind } from 'lucide-react'
import type { AlignedPair } from '../../../../shared'
import type { MenuEntry } from '../../../ui'
import { type LaneSession, openFrame } from './lane-session'
import type { LaneSide } from './use-lanes'

export type LaneMenuTarget = {
  readonly pair: AlignedPair
  readonly side: LaneSide
  readonly left: LaneSession
  readonly right: LaneSession
  readonly isExpanded: boolean
  readonly onToggle: () => void
}

/** What a right-click on a frame offers. */
export function laneMenu({
  pair,
  side,
  left,
  right,
  isExpanded,
  onToggle,
}: LaneMenuTarget): readonly MenuEntry[] {
  const onLeft = pair.type === 'left_only' || (pair.type === 'matched' && side === 'left')
  const lane = onLeft ? left : right
  const index = pair.type === 'left_only' ? pair.left : pair.type === 'right_only' ? pair.right : pair[side]
  const frame = lane.frames[index]
  if (frame === undefined) return []
  return [
    {
      type: 'item',
      label: `Open frame ${frame.frame} of ${onLeft ? 'A' : 'B'} in replay`,
      icon: Rewind,
      keys: 'Enter',
      onSelect: () => openFrame(lane, index),
    },
    {
      type: 'item',
      label: isExpanded ? 'Close' : 'Show calls, results and changes',
      icon: ChevronRight,
      keys: 'space',
      onSelect: onToggle,
    },
    { type: 'separator' },
    {
      type: 'item',
      label: 'Copy what was said',
      icon: Copy,
      onSelect: () => void navigator.clipboard.writeText(frame.title),
    },
  ]
}
