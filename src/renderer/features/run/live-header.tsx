import { Columns2, Play, RotateCw, ScrollText, Square } from 'lucide-react'
import { useState } from 'react'
import type { SessionView } from '../../../shared'
import { LevelBadge } from '../../level'
import { call } from '../../lib/bridge'
import { formatDuration, plural } from '../../lib/format'
import { useHotkeys } from '../../lib/hotkeys'
import { go } from '../../lib/navigation'
import { findingOf } from '../../lib/outcome'
import { Button, Chip, IconButton, LiveDot, Name, notifyError, StatusChip, ViewHeader } from '../../ui'
import { runAgain } from './again'
import styles from './live-header.module.css'
import { MayDo } from './may-do'
import { ParsedChip } from './parsed-chip'
import { RunningMenu } from './running-menu'
import { useElapsed } from './use-elapsed'

/** Who works on what, for how long, and the way to end it; afterwards the ways on. */
export function LiveHeader({ view }: { readonly view: SessionView }) {
  const elapsed = useElapsed(view.startedAt, view.endedAt)
  const isRunning = view.status === 'running'
  return (
    <ViewHeader
      title={
        <>
          {view.runtimeTitle} on <Name of={view.projectName} />
        </>
      }
      lead={isRunning ? <LiveDot /> : undefined}
      chips={
        <>
          <ParsedChip view={view} />
          {!isRunning && (
            <StatusChip status={view.status} title={view.error?.message} finding={findingOf(view)} />
          )}
          {view.frames > 0 && (
            <Chip className={isRunning ? undefined : styles.roomy}>
              {isRunning ? `frame ${view.frames}` : plural(view.frames, 'frame')}
            </Chip>
          )}
          <LevelBadge level={view.level} className={styles.roomy} />
          {isRunning && view.attempts > 1 && (
            <Chip tone="warn" icon={RotateCw}>
              attempt {view.attempts}
            </Chip>
          )}
          {elapsed >= 1000 && (
            <Chip className={isRunning ? undefined : styles.roomy}>
              {formatDuration(isRunning ? Math.floor(elapsed / 1000) * 1000 : elapsed)}
            </Chip>
          )}
        </>
      }
      actions={
        <>
          <RunningMenu current={view.id} />
          {isRunning && <MayDo view={view} />}
          {isRunning ? <CancelButton view={view} /> : <WaysOn view={view} />}
        </>
      }
    />
  )
}

function CancelButton({ view }: { readonly view: SessionView }) {
  const [isAsked, setAsked] = useState(false)
  const cancel = async (): Promise<void> => {
    if (isAsked) return
    setAsked(true)
    const result = await call('runs.cancel', { sessionId: view.id })
    if (result.ok) return
    setAsked(false)
    notifyError(result.error)
  }
  useHotkeys('Run', [{ keys: 'mod+.', label: 'Cancel the run', run: () => void cancel(), disabled: isAsked }])
  return (
    <Button variant="stop" icon={Square} keys="mod+." busy={isAsked} onClick={() => void cancel()}>
      {isAsked ? 'Cancelling…' : 'Cancel'}
    </Button>
  )
}

function WaysOn({ view }: { readonly view: SessionView }) {
  const replay = (): void => go({ view: 'replay', sessionId: view.id, frame: null })
  const compare = (): void => go({ view: 'compare', left: view.id, right: null })
  useHotkeys('Run', [
    { keys: 'r', label: 'Replay', run: replay, disabled: view.frames === 0 },
    { keys: 'a', label: 'Run again', run: () => runAgain(view) },
  ])
  return (
    <>
      <IconButton
        icon={ScrollText}
        label="Native lines"
        onClick={() => go({ view: 'native', sessionId: view.id })}
      />
      <Button variant="ghost" icon={Columns2} disabled={view.frames === 0} onClick={compare}>
        <span className={styles.spoken}>Compare with…</span>
      </Button>
      <Button icon={RotateCw} keys="a" onClick={() => runAgain(view)}>
        Run again
      </Button>
      <Button variant="go" icon={Play} keys="r" disabled={view.frames === 0} onClick={replay}>
        Replay
      </Button>
    </>
  )
}
