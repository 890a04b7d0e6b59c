import { useEffect, useState } from 'react'
import type { FrameView, SessionView } from '../../../shared'
import { ContactsView } from '../../contacts'
import { formatCount } from '../../lib/format'
import { type SessionFeed, Timeline, useFeedState } from '../../timeline'
import { Segmented } from '../../ui'
import { FrameTerminal } from './frame-terminal'
import styles from './replay.module.css'

export type HappeningsPaneProps = {
  readonly view: SessionView
  readonly feed: SessionFeed
  readonly frame: number
  readonly frames: readonly FrameView[]
  readonly rows: { readonly from: number; readonly count: number }
}

type FrameLook = 'terminal' | 'timeline'
type Look = FrameLook | 'network'

/**
 * What happened in the frame: its commands' output where it ran any, else its rows; the reader may choose. What was
 * reached over the network is of the whole session, and stays in sight from frame to frame.
 */
export function HappeningsPane({ view, feed, frame, frames, rows }: HappeningsPaneProps) {
  const [chosen, setChosen] = useState<{ readonly frame: number; readonly look: FrameLook } | null>(null)
  const [isNetwork, setNetwork] = useState(false)
  const ran = frames[frame - 1]?.tools.some(({ kind }) => kind === 'run') ?? false
  const ofFrame = chosen?.frame === frame ? chosen.look : ran ? 'terminal' : 'timeline'
  const look: Look = isNetwork ? 'network' : ofFrame
  const title = frame === 0 ? 'Before the first frame' : `In frame ${frame}`
  const choose = (next: Look): void => {
    setNetwork(next === 'network')
    if (next !== 'network') setChosen({ frame, look: next })
  }
  return (
    <section className={styles.pane} aria-label={title}>
      <div className={styles.bar}>
        <span className="dim">{isNetwork ? 'In the whole session' : title}</span>
        <span className="grow" />
        <Segmented<Look>
          label="How it is shown"
          size="small"
          value={look}
          options={[
            { value: 'terminal', label: 'Terminal', disabled: !ran },
            { value: 'timeline', label: 'Timeline' },
            { value: 'network', label: networkLabel(view) },
          ]}
          onChange={choose}
        />
      </div>
      {look === 'network' ? (
        <ContactsView view={view} />
      ) : look === 'terminal' ? (
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

/** How many contacts there were, where there were any. */
function networkLabel({ contacts, contactsRefused }: SessionView): string {
  const total = contacts + contactsRefused
  return total === 0 ? 'Network' : `Network ${formatCount(total)}`
}

const maxRows = 400

function Commands({ feed, rows }: Pick<HappeningsPaneProps, 'feed' | 'rows'>) {
  useFeedState(feed)
  const count = Math.min(maxRows, rows.count)
  useEffect(() => feed.look(rows.from, rows.from + count - 1), [feed, rows.from, count])
  const found = Array.from({ length: count }, (_, index) => feed.row(rows.from + index))
  return <FrameTerminal rows={found} />
}
