import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowUpRight, Ban } from 'lucide-react'
import { useRef } from 'react'
import type { Contact } from '../../shared'
import { cx } from '../lib/cx'
import { formatBytes, formatDuration, formatOffset } from '../lib/format'
import { formatExact } from '../lib/time'
import { contactLines, contactReasonWords, placeOf, viaShort } from './contact-words'
import styles from './contacts.module.css'

const rowHeight = 30
const columns = ['Time', 'Place', 'By', 'Outcome', 'Up', 'Down', 'Took'] as const
const numbersFrom = 4

export type ContactTableProps = {
  readonly contacts: readonly Contact[]
  /** Of the session: times are told from it (ms). */
  readonly startedAt: number
}

/** Contacts one below the other, in order; only the rows in sight are in the page. */
export function ContactTable({ contacts, startedAt }: ContactTableProps) {
  const scroller = useRef<HTMLTableElement>(null)
  const virtual = useVirtualizer({
    count: contacts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    paddingStart: rowHeight,
  })
  const items = virtual.getVirtualItems()
  return (
    <table
      ref={scroller}
      className={styles.table}
      aria-label="Contacts"
      aria-rowcount={contacts.length + 1}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
    >
      <thead className={styles.top}>
        <tr className={styles.headRow}>
          {columns.map((title, index) => (
            <th key={title} scope="col" className={index >= numbersFrom ? 'num' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={styles.rows}>
        <tr
          aria-hidden
          className={styles.space}
          style={{ height: Math.max(0, (items[0]?.start ?? rowHeight) - rowHeight) }}
        />
        {items.map(({ index }) => {
          const contact = contacts[index]
          return contact === undefined ? null : (
            <Row
              key={`${contact.via} ${contact.id}`}
              contact={contact}
              index={index}
              offset={formatOffset(contact.at - startedAt)}
            />
          )
        })}
        <tr
          aria-hidden
          className={styles.space}
          style={{ height: virtual.getTotalSize() - (items.at(-1)?.end ?? rowHeight) }}
        />
      </tbody>
    </table>
  )
}

type RowProps = { readonly contact: Contact; readonly index: number; readonly offset: string }

function Row({ contact, index, offset }: RowProps) {
  const { allowed, reason, via, bytesUp, bytesDown, durationMs, at } = contact
  const words = reason === null ? null : contactReasonWords[reason]
  const place = placeOf(contact)
  return (
    <tr className={cx(styles.row, !allowed && styles.refused)} aria-rowindex={index + 2}>
      <td className={styles.time}>
        <time dateTime={new Date(at).toISOString()} title={formatExact(at)}>
          {offset}
        </time>
      </td>
      <td className={styles.place} title={contactLines(contact)} data-selectable>
        <bdi>{place}</bdi>
      </td>
      <td className="dim">{viaShort(via)}</td>
      <td className={styles.outcome} title={words?.long}>
        {allowed ? (
          <ArrowUpRight size={13} aria-hidden className={styles.allowedMark} />
        ) : (
          <Ban size={13} aria-hidden className={styles.refusedMark} />
        )}
        <span className="truncate">
          <span className={words === null ? undefined : styles.hasReason}>
            {allowed ? 'reached' : 'refused'}
            {words !== null && ': '}
          </span>
          {words !== null && <span className={styles.reason}>{words.short}</span>}
        </span>
      </td>
      <td className="num">{allowed ? formatBytes(bytesUp) : <None />}</td>
      <td className="num">{allowed ? formatBytes(bytesDown) : <None />}</td>
      <td className="num">{allowed ? formatDuration(durationMs) : <None />}</td>
    </tr>
  )
}

const None = () => (
  <span className="faint" title="Nothing went through">
    –
  </span>
)
