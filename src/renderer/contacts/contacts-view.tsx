import { Globe, GlobeLock } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SessionView } from '../../shared'
import { isNotStarted, isSandboxed } from '../level'
import { formatBytes, formatCount } from '../lib/format'
import { EmptyState, ErrorState, Loading, Segmented } from '../ui'
import { type ContactFilter, filterContacts, totalsOf } from './contact-model'
import { ContactTable } from './contact-table'
import { listedWords } from './contact-words'
import styles from './contacts.module.css'
import { useContacts } from './use-contacts'

/** Every contact of a session with the outside, allowed or refused, with what it carried. */
export function ContactsView({ view }: { readonly view: SessionView }) {
  const loaded = useContacts(view)
  const [filter, setFilter] = useState<ContactFilter>('all')
  const contacts = loaded.value?.contacts
  const totals = useMemo(() => totalsOf(contacts ?? []), [contacts])
  const shown = useMemo(() => filterContacts(contacts ?? [], filter), [contacts, filter])
  if (loaded.state === 'failed' && contacts === undefined)
    return <ErrorState title="The contacts can’t be read" error={loaded.error} onRetry={loaded.reload} />
  if (contacts === undefined) return <Loading label="Reading the contacts" rows={4} />
  if (contacts.length === 0) return <NoContacts view={view} />
  return (
    <section className={styles.view} aria-label="Network">
      <div className={styles.bar}>
        <span className={styles.totals} role="status">
          {formatCount(totals.allowed)} reached
          {totals.refused > 0 && `, ${formatCount(totals.refused)} refused`}
          <span className="dim">
            {' '}
            · {formatBytes(totals.bytesUp)} up, {formatBytes(totals.bytesDown)} down
          </span>
        </span>
        <span className="grow" />
        <Segmented<ContactFilter>
          label="Contacts shown"
          size="small"
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: `All ${formatCount(contacts.length)}` },
            { value: 'refused', label: `Refused ${formatCount(totals.refused)}` },
          ]}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={Globe} title="Nothing was refused" text={listedWords(isSandboxed(view.level))} />
      ) : (
        <ContactTable contacts={shown} startedAt={view.startedAt} />
      )}
      {loaded.value?.cut === true && (
        <p className={styles.cut}>
          The first {formatCount(contacts.length)}. All of them are in the timeline.
        </p>
      )}
    </section>
  )
}

/** Nothing was reached, or nobody looked: two things that must not look alike. */
function NoContacts({ view }: { readonly view: SessionView }) {
  if (!isSandboxed(view.level) && !isNotStarted(view.level))
    return (
      <EmptyState
        icon={Globe}
        title="Contacts weren’t seen"
        text="This run was not sandboxed: it could reach the network by itself, and what it reached is not known."
      />
    )
  return (
    <EmptyState
      icon={GlobeLock}
      title={view.status === 'running' ? 'Nothing reached so far' : 'It reached nothing'}
      text={`Each contact would stand here, allowed or refused, with what it carried. ${listedWords(isSandboxed(view.level))}`}
    />
  )
}
