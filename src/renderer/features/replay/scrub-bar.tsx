import { type KeyboardEvent, memo, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react'
import type { FrameView } from '../../../shared'
import { cx } from '../../lib/cx'
import { formatCount, formatOffset } from '../../lib/format'
import { type Mark, marksFor } from './frames'
import styles from './scrub-bar.module.css'
import { useWidth } from './use-width'

export type ScrubBarProps = {
  /** Those that were read, from the first on. */
  readonly frames: readonly FrameView[]
  readonly last: number
  readonly frame: number
  readonly startedAt: number
  readonly onFrame: (frame: number) => void
}

/** Marks closer than this would run into each other. */
const markPitch = 5
const bigStep = 10

/** All frames on one line: drag, click or the arrow keys move along it. Marks say what happened where. */
export function ScrubBar({ frames, last, frame, startedAt, onFrame }: ScrubBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const width = useWidth(bar)
  const [hovered, setHovered] = useState<number | null>(null)
  const places = Math.max(2, Math.floor(width / markPitch))
  const marks = useMemo(() => marksFor(frames, places), [frames, places])

  const frameAt = useCallback(
    (clientX: number): number => {
      const box = bar.current?.getBoundingClientRect()
      if (box === undefined || box.width === 0) return 0
      return Math.round(Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * last)
    },
    [last],
  )
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onFrame(frameAt(event.clientX))
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const at = frameAt(event.clientX)
    setHovered(at)
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onFrame(at)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: bigStep,
      PageDown: -bigStep,
    }
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    onFrame(frame + step)
  }
  const percent = (at: number): string => `${last === 0 ? 0 : (at / last) * 100}%`
  return (
    <div
      ref={bar}
      role="slider"
      tabIndex={0}
      aria-label="Frame"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={frame}
      aria-valuetext={wordsOf(frames, last, frame, startedAt)}
      className={styles.bar}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setHovered(null)}
      onKeyDown={onKeyDown}
    >
      <span className={styles.track} />
      <span className={styles.done} style={{ width: percent(frame) }} />
      <Marks marks={marks} last={last} />
      <span className={styles.handle} style={{ left: percent(frame) }} />
      {hovered !== null && (
        <span
          className={cx(styles.label, hovered > last / 2 && styles.toLeft)}
          style={{ left: percent(hovered) }}
        >
          {hovered === 0 ? 'Start' : `${formatCount(hovered)} · ${frames[hovered - 1]?.title ?? ''}`}
        </span>
      )}
    </div>
  )
}

type MarksProps = {
  readonly marks: readonly { readonly frame: number; readonly mark: Mark }[]
  readonly last: number
}

/** Drawn once for a width, not at every step. */
const Marks = memo(function Marks({ marks, last }: MarksProps) {
  return (
    <>
      {marks.map(({ frame, mark }) => (
        <span
          key={frame}
          className={cx(styles.mark, styles[mark])}
          style={{ left: `${last === 0 ? 0 : (frame / last) * 100}%` }}
        />
      ))}
    </>
  )
})

function wordsOf(frames: readonly FrameView[], last: number, frame: number, startedAt: number): string {
  if (frame === 0) return `Start, before frame 1 of ${last}`
  const shown = frames[frame - 1]
  return shown === undefined
    ? `Frame ${frame} of ${last}`
    : `Frame ${frame} of ${last}, ${formatOffset(shown.at - startedAt)}: ${shown.title}`
}
