import { useEffect, useState } from 'react'
import type { FileChange } from '../../../shared'
import { FileDiff } from '../../diff'
import { autoRunOf } from '../../lib/auto-run'
import { AutoRunChip } from '../../ui/auto-run'
import { useTimeline } from '../context'
import { changeCounts } from '../words/row-words'
import styles from './rows.module.css'

const maxLines = 14
const labels = { before: 'the copy before this', after: 'the copy after this' }
/** A row that only scrolls by asks for no content. */
const settleMs = 120

/** What a call did to a file, below its row. */
export function ChangeDiff({
  change,
  withPath = false,
}: {
  readonly change: FileChange
  readonly withPath?: boolean
}) {
  const { sessionId, hasDiffs } = useTimeline()
  const isSettled = useSettled()
  const place = autoRunOf(change)
  if (!hasDiffs) return null
  if (change.before?.hash === change.after?.hash && change.before?.mode === change.after?.mode) return null
  const lines = Math.min(maxLines, (change.additions ?? 0) + (change.deletions ?? 0) + 2)
  return (
    <div className={styles.diff}>
      {withPath && (
        <div className={styles.diffHead}>
          <code>{change.path}</code>
          {place !== null && <AutoRunChip place={place} />}
          <span className="faint">{changeCounts(change.additions, change.deletions)}</span>
        </div>
      )}
      {isSettled ? (
        <FileDiff
          sessionId={sessionId}
          path={change.path}
          before={change.before}
          after={change.after}
          layout="unified"
          height="content"
          maxLines={maxLines}
          labels={labels}
        />
      ) : (
        <div style={{ height: lines * 20 }} />
      )}
    </div>
  )
}

function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
