import type { EventBody, TimelineRow } from '../../../shared'
import { Chip } from '../../ui/chip'
import { useKept } from '../context'
import { stripAnsi } from '../text/ansi'
import { Markdown } from '../text/markdown-view'
import { Terminal } from '../text/terminal'
import { rowWords } from '../words/row-words'
import { ChangeDiff } from './change-diff'
import { EndRow } from './end-row'
import { PromptRow } from './prompt-row'
import { RowFrame } from './row-frame'
import { RowMark } from './row-icon'
import styles from './rows.module.css'

type EventRowData = Extract<TimelineRow, { readonly type: 'event' }>
const outputTail = 12

/** A row of one fact. */
export function EventRow({ row }: { readonly row: EventRowData }) {
  const { body } = row
  const [isDetailOpen, setDetailOpen] = useKept(`${row.row} detail`)
  if (body.type === 'session.started') return <PromptRow prompt={body.prompt} />
  if (body.type === 'session.finished') return <EndRow row={row} end={body} />
  const words = rowWords(body)
  if (body.type === 'agent.message')
    return (
      <RowFrame at={row.at} icon={<RowMark icon={words.icon} />}>
        <Markdown text={body.text} />
      </RowFrame>
    )
  if (body.type === 'agent.thinking')
    return (
      <RowFrame at={row.at} icon={<RowMark icon={words.icon} />} look="thinking">
        <Markdown text={body.text} />
      </RowFrame>
    )
  return (
    <RowFrame at={row.at} icon={<RowMark icon={words.icon} />} look={words.lead === null ? 'quiet' : 'plain'}>
      <div className={styles.line}>
        {words.lead !== null && <b>{words.lead}</b>}
        {words.text !== '' && <span>{words.text}</span>}
        {words.target !== null && <code className={styles.target}>{stripAnsi(words.target)}</code>}
        {words.chip !== null && <Chip tone={words.chip.tone}>{words.chip.text}</Chip>}
        {words.note !== null && <span className="faint">{stripAnsi(words.note)}</span>}
        {words.detail !== null && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isDetailOpen}
            onClick={() => setDetailOpen(!isDetailOpen)}
          >
            {isDetailOpen ? 'hide' : 'details'}
          </button>
        )}
      </div>
      {words.detail !== null && isDetailOpen && (
        <Terminal text={words.detail} label="Details" className={styles.below} />
      )}
      <Below body={body} row={row.row} />
    </RowFrame>
  )
}

/** What a fact carries besides its words: a program's output, a file's change. */
function Below({ body, row }: { readonly body: EventBody; readonly row: number }) {
  const [open, setOpen] = useKept(`${row} output`)
  if (body.type === 'process.output')
    return (
      <Terminal text={body.text} tail={outputTail} isOpen={open} onOpen={setOpen} className={styles.below} />
    )
  return body.type === 'file.changed' ? <ChangeDiff change={body} /> : null
}
