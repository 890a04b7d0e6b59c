import type { EventOf, GloveboxError, TimelineRow } from '../../../shared'
import { formatDuration } from '../../lib/format'
import type { NextAction } from '../../lib/next-action'
import { signInNow } from '../../lib/sign-in-now'
import { Button } from '../../ui/button'
import { ErrorDetails } from '../../ui/states'
import { useTimeline } from '../context'
import { stripAnsi } from '../text/ansi'
import { Markdown } from '../text/markdown-view'
import { type EndAction, endWords } from '../words/end-words'
import { RowFrame } from './row-frame'
import { RowMark } from './row-icon'
import styles from './rows.module.css'

type EndRowProps = { readonly row: TimelineRow; readonly end: EventOf<'session.finished'> }

/** The last row: how it ended, why, and what to do next. */
export function EndRow({ row, end }: EndRowProps) {
  const { startedAt, endedAt, finding, runtime, isKeptIn, onAction } = useTimeline()
  const { title, tone, explanation, action } = endWords(end, finding, signInNow(runtime), isKeptIn)
  return (
    <RowFrame at={row.at} icon={<RowMark icon="end" />}>
      <div className={styles.end}>
        <div className={styles.line}>
          <b className={styles[tone]}>{title}</b>
          <span className="faint">after {formatDuration((endedAt ?? row.at) - startedAt)}</span>
        </div>
        <Markdown text={explanation} />
        {end.error !== null && <Said error={end.error} />}
        {action?.hint != null && <p className="dim">{action.hint}</p>}
        {action !== null && onAction !== null && (
          <div className="row">
            <Button variant="go" onClick={() => onAction(action.type)}>
              {action.label}
            </Button>
            <Also of={action} onAction={onAction} />
          </div>
        )}
        {end.error !== null && <ErrorDetails error={end.error} />}
      </div>
    </RowFrame>
  )
}

function Also({
  of: { also },
  onAction,
}: {
  readonly of: NextAction
  readonly onAction: (type: EndAction) => void
}) {
  if (also === null) return null
  return <Button onClick={() => onAction(also.type)}>{also.label}</Button>
}

/** The provider's or the program's own sentence, where the error names one: it may say more than ours. */
function Said({ error: { code, cause } }: { readonly error: GloveboxError }) {
  if (cause === undefined || cause === '' || !code.startsWith('runtime.')) return null
  return (
    <blockquote className={styles.said} data-selectable>
      {stripAnsi(cause)}
    </blockquote>
  )
}
