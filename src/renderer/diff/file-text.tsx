import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { FileContent, FileState, GloveboxError, SessionId } from '../../shared'
import { formatBytes, plural } from '../lib/format'
import { ErrorState, Loading } from '../ui'
import { type NamedText, readContent, readLines } from './diff-service'
import styles from './file-diff.module.css'
import type { DiffAnswers } from './messages'
import { textOutcome } from './outcome'
import { OutcomeWords } from './outcome-words'
import { rowsOfText } from './rows/row-list'
import { useSpans } from './use-file-diff'
import { CodeViewer } from './viewer/code-viewer'
import type { SideText } from './viewer/side-text'

export type FileTextProps = {
  readonly sessionId: SessionId
  readonly path: string
  /** Null: the file is not there. */
  readonly state: FileState | null
  /** In place of the path in the header. */
  readonly title?: ReactNode
  readonly actions?: ReactNode
}

type TextState =
  | { readonly type: 'loading' }
  | { readonly type: 'failed'; readonly error: GloveboxError }
  | { readonly type: 'words'; readonly content: FileContent }
  | ({ readonly type: 'ready'; readonly text: NamedText } & DiffAnswers['lines'])

/** One state of a file, whole. */
export function FileText({ sessionId, path, state, title, actions }: FileTextProps) {
  const { loaded, retry } = useFileText(sessionId, state)
  const size = state === null ? null : formatBytes(state.size)
  const lines = loaded.type === 'ready' ? plural(loaded.lines.count, 'line') : null
  return (
    <div className={`${styles.diff} ${styles.fill}`}>
      <header className={styles.header}>
        {title ?? (
          <code className={styles.path} title={path} data-selectable>
            {path}
          </code>
        )}
        <span className={styles.counts}>{[lines, size].filter((part) => part !== null).join(', ')}</span>
        <span className="grow" />
        {actions}
      </header>
      {loaded.type === 'loading' && <Loading label={`Reading ${path}`} rows={8} />}
      {loaded.type === 'failed' && (
        <ErrorState error={loaded.error} title="The file can’t be shown" onRetry={retry} inline />
      )}
      {loaded.type === 'words' && <TextWords content={loaded.content} />}
      {loaded.type === 'ready' && <TextLines path={path} {...loaded} />}
    </div>
  )
}

function TextWords({ content }: { readonly content: FileContent }) {
  const outcome = textOutcome(content)
  return outcome.type === 'words' ? <OutcomeWords outcome={outcome} isSmall={false} /> : null
}

type TextLinesProps = DiffAnswers['lines'] & { readonly path: string; readonly text: NamedText }

function TextLines({ path, text, lines, columns }: TextLinesProps) {
  const scroller = useRef<HTMLElement>(null)
  const spans = useSpans(path, text)
  const side = useMemo<SideText>(
    () => ({ text: text.text, lines, spans, marks: null, showReturns: lines.lineEnds === 'mixed' }),
    [text, lines, spans],
  )
  const rows = useMemo(() => rowsOfText(lines.count), [lines])
  return (
    <CodeViewer
      key={text.hash}
      label={path}
      rows={rows}
      layout="single"
      before={side}
      after={side}
      columns={columns}
      scroller={scroller}
    />
  )
}

function useFileText(sessionId: SessionId, state: FileState | null) {
  const [loaded, setLoaded] = useState<TextState>({ type: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const wanted = useRef(state)
  wanted.current = state
  const key = state === null ? null : `${state.hash} ${state.mode}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the state, `attempt` for asking again
  useEffect(() => {
    const abort = new AbortController()
    const now = wanted.current
    setLoaded({ type: 'loading' })
    void readText(now === null ? null : { sessionId, state: now }, abort.signal).then((next) => {
      if (!abort.signal.aborted && next !== null) setLoaded(next)
    })
    return () => abort.abort()
  }, [sessionId, key, attempt])
  return { loaded, retry: () => setAttempt((count) => count + 1) }
}

async function readText(
  side: Parameters<typeof readContent>[0],
  signal: AbortSignal,
): Promise<TextState | null> {
  const content = await readContent(side)
  if (!content.ok) return { type: 'failed', error: content.error }
  if (content.value.type !== 'text') return { type: 'words', content: content.value }
  const text = { hash: side?.state.hash ?? '', text: content.value.text }
  const lines = await readLines(text, signal)
  if (lines === null) return null
  return lines.ok ? { type: 'ready', text, ...lines.value } : { type: 'failed', error: lines.error }
}
