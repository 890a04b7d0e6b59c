import { Columns2, Copy, Eye, Play, Rewind, RotateCw, Trash2 } from 'lucide-react'
import type { SessionView } from '../../../shared'
import { go } from '../../lib/navigation'
import type { MenuEntry } from '../../ui'
import { runAgain } from '../run'
import { type Picks, sideOf } from './picks'

/** What a right-click on a session offers. */
export function sessionMenu(
  session: SessionView,
  picks: Picks,
  acts: { readonly pick: () => void; readonly remove: () => void },
): readonly MenuEntry[] {
  const { id, projectId, status, frames, prompt } = session
  const isRunning = status === 'running'
  return [
    {
      type: 'item',
      label: 'Replay',
      icon: Rewind,
      disabled: frames === 0,
      onSelect: () => go({ view: 'replay', sessionId: id, frame: null }),
    },
    {
      type: 'item',
      label: isRunning ? 'Watch' : 'Timeline',
      icon: isRunning ? Eye : Play,
      onSelect: () => go({ view: 'run', sessionId: id, projectId }),
    },
    { type: 'item', label: 'Run again…', icon: RotateCw, onSelect: () => runAgain(session) },
    { type: 'separator' },
    {
      type: 'item',
      label: sideOf(picks, id) === null ? 'Pick for a comparison' : 'Take back the pick',
      keys: 'space',
      onSelect: acts.pick,
    },
    {
      type: 'item',
      label: 'Compare with…',
      icon: Columns2,
      disabled: frames === 0,
      onSelect: () => go({ view: 'compare', left: id, right: null }),
    },
    { type: 'separator' },
    {
      type: 'item',
      label: 'Copy prompt',
      icon: Copy,
      onSelect: () => void navigator.clipboard.writeText(prompt),
    },
    {
      type: 'item',
      label: 'Delete…',
      icon: Trash2,
      keys: 'Delete',
      tone: 'stop',
      disabled: isRunning,
      onSelect: acts.remove,
    },
  ]
}
