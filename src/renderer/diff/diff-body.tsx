import { type RefObject, useLayoutEffect, useMemo } from 'react'
import { plural } from '../lib/format'
import type { TextDiff } from './engine/diff-text'
import styles from './file-diff.module.css'
import { notesOf, showsReturns } from './notes'
import { outcomeOf, type SideLabels } from './outcome'
import { OutcomeWords } from './outcome-words'
import { openFold } from './rows/folds'
import type { RowLayout, RowList } from './rows/row-list'
import { type LoadedDiff, useSpans } from './use-file-diff'
import type { Position } from './use-position'
import { CodeViewer } from './viewer/code-viewer'
import type { SideText } from './viewer/side-text'

type DiffBodyProps = {
  readonly loaded: LoadedDiff
  readonly rows: RowList | null
  readonly layout: RowLayout
  readonly labels: SideLabels
  readonly ignoreWhitespace: boolean
  readonly maxRows: number | null
  readonly scroller: RefObject<HTMLElement | null>
  readonly position: Position
}

/** What was loaded: the lines with what has to be said of them, or the sentence that stands for them. */
export function DiffBody(props: DiffBodyProps) {
  const { loaded, labels, rows, maxRows } = props
  const { before, after, diff } = loaded
  if (diff === null || rows === null) {
    const outcome = outcomeOf(
      before.content,
      after.content,
      { before: before.state, after: after.state },
      labels,
    )
    return outcome.type === 'words' ? <OutcomeWords outcome={outcome} isSmall={maxRows !== null} /> : null
  }
  return <DiffLines {...props} diff={diff} rows={rows} />
}

function DiffLines(props: DiffBodyProps & { readonly diff: TextDiff; readonly rows: RowList }) {
  const { loaded, rows, diff, labels, ignoreWhitespace, maxRows, scroller, position } = props
  const { path, before, after, key } = loaded
  const spansBefore = useSpans(path, before.text)
  const spansAfter = useSpans(path, after.text)
  const showReturns = showsReturns(diff)
  const left = useMemo<SideText>(
    () => ({
      text: before.text.text,
      lines: diff.before,
      spans: spansBefore,
      marks: diff.marksBefore,
      showReturns,
    }),
    [before.text, diff, spansBefore, showReturns],
  )
  const right = useMemo<SideText>(
    () => ({
      text: after.text.text,
      lines: diff.after,
      spans: spansAfter,
      marks: diff.marksAfter,
      showReturns,
    }),
    [after.text, diff, spansAfter, showReturns],
  )
  const notes = useMemo(
    () =>
      notesOf({
        diff,
        before: before.state,
        after: after.state,
        beforeText: before.text.text,
        afterText: after.text.text,
        labels,
        ignoreWhitespace,
        isPreview: maxRows !== null,
      }),
    [diff, before, after, labels, ignoreWhitespace, maxRows],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another difference (`key`) begins at its top
  useLayoutEffect(() => {
    if (scroller.current !== null && maxRows === null) scroller.current.scrollTop = 0
  }, [key])

  const omitted = maxRows === null ? 0 : Math.max(0, rows.count - maxRows)
  return (
    <>
      {notes.length > 0 && (
        <div className={styles.notes} data-selectable>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      <CodeViewer
        label={`Lines of ${path}`}
        rows={rows}
        layout={before.state === null || after.state === null ? 'single' : props.layout}
        before={left}
        after={right}
        columns={diff.columns}
        currentBlock={position.block}
        maxRows={maxRows}
        scroller={scroller}
        onOpenFold={(fold, part) => position.setFolds((folds) => openFold(folds, fold, part))}
      />
      {omitted > 0 && <p className={styles.more}>{plural(omitted, 'more line')}</p>}
    </>
  )
}
