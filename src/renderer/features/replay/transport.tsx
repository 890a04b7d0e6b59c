import {
  ChevronFirst,
  ChevronLast,
  Pause,
  Pencil,
  Play,
  StepBack,
  StepForward,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import type { FrameView } from '../../../shared'
import { formatCount, formatOffset } from '../../lib/format'
import { useHotkeys } from '../../lib/hotkeys'
import { Button, IconButton } from '../../ui'
import { markOf, nextTurn, nextWhere, previousTurn } from './frames'
import { JumpDialog } from './jump-dialog'
import styles from './replay.module.css'
import { ScrubBar } from './scrub-bar'
import { usePlayer } from './use-player'

export type TransportProps = {
  /** Those that were read, from the first on. */
  readonly frames: readonly FrameView[]
  readonly last: number
  /** The frame shown: 0 is the start, before the first. */
  readonly frame: number
  readonly startedAt: number
  readonly onFrame: (frame: number) => void
}

/** Steps, plays, jumps: everything that moves a replay, with its keys. */
export function Transport({ frames, last, frame, startedAt, onFrame }: TransportProps) {
  const player = usePlayer(frame, last, onFrame)
  const [isJumping, setJumping] = useState(false)
  const nextChange = nextWhere(frames, frame, ({ changes }) => changes.length > 0)
  const nextError = nextWhere(frames, frame, (each) => markOf(each) === 'error')
  const jump = (to: number | null) => () => {
    if (to !== null) onFrame(to)
  }
  useHotkeys('Replay', [
    { keys: ['ArrowRight', 'j'], label: 'Next frame', run: () => onFrame(frame + 1) },
    { keys: ['ArrowLeft', 'k'], label: 'Previous frame', run: () => onFrame(frame - 1) },
    { keys: 'Home', label: 'The start', run: () => onFrame(0) },
    { keys: 'End', label: 'Last frame', run: () => onFrame(last) },
    { keys: 'space', label: player.isPlaying ? 'Pause' : 'Play', run: player.toggle },
    { keys: 's', label: 'Other speed', run: player.nextSpeed },
    { keys: 'c', label: 'Next change', run: jump(nextChange), disabled: nextChange === null },
    { keys: 'e', label: 'Next error', run: jump(nextError), disabled: nextError === null },
    { keys: ']', label: 'Next turn', run: () => onFrame(nextTurn(frames, frame)) },
    { keys: '[', label: 'Previous turn', run: () => onFrame(previousTurn(frames, frame)) },
    { keys: 'g', label: 'Go to a frame…', run: () => setJumping(true) },
  ])
  return (
    <div className={styles.transport}>
      <div className={styles.controls}>
        <IconButton icon={ChevronFirst} label="The start" keys="Home" onClick={() => onFrame(0)} />
        <IconButton
          icon={StepBack}
          label="Previous frame"
          keys="ArrowLeft"
          disabled={frame === 0}
          onClick={() => onFrame(frame - 1)}
        />
        <IconButton
          icon={player.isPlaying ? Pause : Play}
          label={player.isPlaying ? 'Pause' : 'Play'}
          keys="space"
          variant="plain"
          onClick={player.toggle}
        />
        <IconButton
          icon={StepForward}
          label="Next frame"
          keys="ArrowRight"
          disabled={frame === last}
          onClick={() => onFrame(frame + 1)}
        />
        <IconButton icon={ChevronLast} label="Last frame" keys="End" onClick={() => onFrame(last)} />
        <Position
          frames={frames}
          last={last}
          frame={frame}
          startedAt={startedAt}
          onJump={() => setJumping(true)}
        />
        <span className="grow" />
        <Button size="small" icon={Pencil} keys="c" disabled={nextChange === null} onClick={jump(nextChange)}>
          Next change
        </Button>
        <Button
          size="small"
          icon={TriangleAlert}
          keys="e"
          disabled={nextError === null}
          className={nextError === null ? undefined : styles.errorJump}
          onClick={jump(nextError)}
        >
          Next error
        </Button>
        <Button size="small" aria-label={`Speed ${player.speed}×, change`} onClick={player.nextSpeed}>
          {player.speed}×
        </Button>
      </div>
      <ScrubBar frames={frames} last={last} frame={frame} startedAt={startedAt} onFrame={onFrame} />
      {isJumping && (
        <JumpDialog
          last={last}
          onClose={() => setJumping(false)}
          onFrame={(to) => {
            setJumping(false)
            onFrame(to)
          }}
        />
      )}
    </div>
  )
}

function Position({
  frames,
  last,
  frame,
  startedAt,
  onJump,
}: Omit<TransportProps, 'onFrame'> & { readonly onJump: () => void }) {
  const shown = frames[frame - 1]
  return (
    <button type="button" className={styles.position} title="Go to a frame… (G)" onClick={onJump}>
      <b>
        {frame === 0
          ? `Start of ${formatCount(last)} frames`
          : `Frame ${formatCount(frame)} of ${formatCount(last)}`}
      </b>
      <span className="dim">
        {shown === undefined
          ? frame === 0 && 'before the first'
          : `${formatOffset(shown.at - startedAt)} · turn ${formatCount(shown.turn)}`}
      </span>
    </button>
  )
}
