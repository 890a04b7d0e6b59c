import { useEffect, useState } from 'react'
import type { FrameView } from '../../../shared'
import { type SessionFeed, Timeline, useFeedState } from '../../timeline'
import { Segmented } from '../../ui'
import { FrameTerminal } from './frame-terminal'
import styles from './replay.module.css'

export type HappeningsPaneProps = {
  readonly feed: SessionFeed
  readonly frame: number
  readonly frames: readonly FrameView[]
  readonly rows: { readonly from: number; readonly count: number }
}

type Look = 'terminal' | 'timeline'
const looks = [
  { value: 'terminal', label: 'Terminal' },
  { value: 'timeline', label: 'Timeline' },
] as const

/** What happened in the frame: its commands' output where it ran any, else its rows; the reader may choose. */
export function HappeningsPane({ feed, frame, frames, rows }: HappeningsPaneProps) {
  const [chosen, setChosen] = useState<{ readonly frame: number; readonly look: Look } | null>(null)
  const ran = frames[frame - 1]?.tools.some(({ kind }) => kind === 'run') ?? false
  const look = chosen?.frame === frame ? chosen.look : ran ? 'terminal' : 'timeline'
  return (
    <section
      className={styles.pane}
      aria-label={frame === 0 ? 'Before the first frame' : `In frame ${frame}`}
    >
      <div className={styles.bar}>
        <span className="dim">{frame === 0 ? 'Before the first frame' : `In frame ${frame}`}</span>
        <span className="grow" />
        {ran && (
          <Segmented<Look>
            label="How it is shown"
            size="small"
            value={look}
            options={looks}
            onChange={(next) => setChosen({ frame, look: next })}
          />
        )}
      </div>
      {look === 'terminal' ? (
        <Commands feed={feed} rows={rows} />
      ) : (
        <Timeline
          key={frame}
          feed={feed}
          range={rows}
          opensAt="top"
          label="What happened"
          hasKeys={false}
          hasDiffs={false}
        />
      )}
    </section>
  )
}

const maxRows = 400

function Commands({ feed, rows }: Pick<HappeningsPaneProps, 'feed' | 'rows'>) {
  useFeedState(feed)
  const count = Math.min(maxRows, rows.count)
  useEffect(() => feed.look(rows.from, rows.from + count - 1), [feed, rows.from, count])
  const found = Array.from({ length: count }, (_, index) => feed.row(rows.from + index))
  return <FrameTerminal rows={found} />
}
