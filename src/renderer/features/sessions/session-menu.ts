import { Columns2, Copy, Eye, Play, Rewind, RotateCw, ScrollText, Trash2, Wrench } from 'lucide-react'
import type { SessionView } from '../../../shared'
import { go } from '../../lib/navigation'
import { nextAction } from '../../lib/next-action'
import { signInNow } from '../../lib/sign-in-now'
import type { MenuEntry } from '../../ui'
import { runAgain, takeEndAction } from '../run'
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
    ...wayOut(session),
    { type: 'item', label: 'Run again…', icon: RotateCw, onSelect: () => runAgain(session) },
    {
      type: 'item',
      label: 'Native lines',
      icon: ScrollText,
      onSelect: () => go({ view: 'native', sessionId: id }),
    },
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

/** What mends what went wrong, where that is more than to run it again. */
function wayOut(session: SessionView): readonly MenuEntry[] {
  const next = nextAction(session.status, session.error, signInNow(session.runtime))
  if (next === null || next.type === 'run_again') return []
  return [
    { type: 'item', label: next.label, icon: Wrench, onSelect: () => takeEndAction(next.type, session) },
  ]
}
