import type { TimelineRow } from '../../../shared'
import { useKept, useTimeline } from '../context'
import { Markdown } from '../text/markdown-view'
import { Terminal } from '../text/terminal'
import { calm } from '../words/row-shape'
import { rowWords } from '../words/row-words'
import { EndRow } from './end-row'
import { EventBelow, hasOwnDetail } from './event-below'
import { PromptRow } from './prompt-row'
import { RowFrame } from './row-frame'
import { RowMark } from './row-icon'
import { RowLine } from './row-line'
import styles from './rows.module.css'

type EventRowData = Extract<TimelineRow, { readonly type: 'event' }>

/** A row of one fact. */
export function EventRow({ row }: { readonly row: EventRowData }) {
  const { body } = row
  const { agent, isCancelled } = useTimeline()
  const [isDetailOpen, setDetailOpen] = useKept(`${row.row} detail`)
  if (body.type === 'session.started') return <PromptRow prompt={body.prompt} />
  if (body.type === 'session.finished') return <EndRow row={row} end={body} />
  const words = calm(rowWords(body, agent), isCancelled && body.type === 'process.exited')
  const mark = <RowMark icon={words.icon} />
  if (body.type === 'agent.message' || body.type === 'agent.thinking')
    return (
      <RowFrame
        at={row.at}
        icon={mark}
        look={body.type === 'agent.thinking' ? 'thinking' : 'plain'}
        parentCallId={body.parentCallId}
      >
        <Markdown text={body.text} />
      </RowFrame>
    )
  const detail = hasOwnDetail(body) ? null : words.detail
  return (
    <RowFrame at={row.at} icon={mark} look={words.lead === null ? 'quiet' : 'plain'}>
      <RowLine
        words={words}
        waitsUntil={body.type === 'retry.scheduled' ? row.at + body.delayMs : null}
        detail={
          words.detail === null && !hasOwnDetail(body)
            ? null
            : { isOpen: isDetailOpen, onOpen: setDetailOpen }
        }
      />
      {detail !== null && isDetailOpen && <Terminal text={detail} label="Details" className={styles.below} />}
      <EventBelow body={body} row={row.row} isOpen={isDetailOpen} />
    </RowFrame>
  )
}
