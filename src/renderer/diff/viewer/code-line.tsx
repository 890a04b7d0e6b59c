import { cx } from '../../lib/cx'
import { formatCount } from '../../lib/format'
import type { Segment } from '../rows/segments'
import { type SideText, shownLine } from './side-text'
import styles from './viewer.module.css'

/** The text of one line, with its colours and marks. */
export function CodeLine({ side, index }: { readonly side: SideText; readonly index: number }) {
  const { segments, cut, isOpenEnded } = shownLine(side, index)
  let at = 0
  return (
    <>
      {segments.map((segment) => {
        const key = at
        at += segment.text.length
        return <Piece key={key} segment={segment} />
      })}
      {cut > 0 && <span className={styles.aside}>… {formatCount(cut)} more characters</span>}
      {isOpenEnded && <span className={styles.aside}>no line feed at the end</span>}
    </>
  )
}

function Piece({ segment: { text, kind, marked, odd } }: { readonly segment: Segment }) {
  if (kind === 'plain' && !marked && !odd) return text
  return (
    <span className={cx(kind !== 'plain' && styles[kind], marked && styles.mark, odd && styles.odd)}>
      {text}
    </span>
  )
}
