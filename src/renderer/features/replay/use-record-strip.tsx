import { useMemo } from 'react'
import type { SessionView } from '../../../shared'
import { stripLevel } from '../../level'
import { formatCount } from '../../lib/format'
import { useStatusStrip } from '../../lib/status-strip'
import { useCall } from '../../lib/use-call'

/**
 * Tells the strip at which level the session was recorded, and whether its record holds (I4). That is checked once all
 * frames were read: they are waited for, the check is not.
 */
export function useRecordStrip(view: SessionView, areAllRead: boolean): void {
  const isFinished = view.status !== 'running'
  const verified = useCall('sessions.verify', isFinished && areAllRead ? { sessionId: view.id } : null)
  const { value, state } = verified
  const isBroken = value !== null && value.brokenSeq !== null
  const words = !isFinished
    ? `still running · ${formatCount(view.lastSeq)} events`
    : value === null
      ? state === 'failed'
        ? 'record not verified'
        : 'verifying the record…'
      : isBroken
        ? `record changed after it was written: event ${formatCount(value.brokenSeq ?? 0)} does not follow from the one before`
        : `record verified · ${formatCount(value.events)} events`
  const right = useMemo(
    () => (isBroken ? <strong style={{ color: 'var(--bad)' }}>{words}</strong> : words),
    [isBroken, words],
  )
  useStatusStrip({
    project: view.projectName,
    runtime: view.runtimeTitle,
    level: stripLevel(view.level, 'recorded:'),
    right,
  })
}
