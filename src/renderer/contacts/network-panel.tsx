import { Ban, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SessionView } from '../../shared'
import { isNotStarted, isSandboxed } from '../level'
import { formatCount, plural } from '../lib/format'
import { Button, Chip, Dialog, ErrorState, Panel } from '../ui'
import { byPlace, type PlaceContacts } from './contact-model'
import { bytesWords } from './contact-words'
import styles from './contacts.module.css'
import { ContactsView } from './contacts-view'
import { useContacts } from './use-contacts'

const mostPlaces = 6

/** What a run reached, by place, in a side column; each contact is one click away. */
export function NetworkPanel({ view }: { readonly view: SessionView }) {
  const [isOpen, setOpen] = useState(false)
  if (isNotStarted(view.level)) return null
  const total = view.contacts + view.contactsRefused
  return (
    <Panel
      kind="section"
      title="Network"
      actions={
        total === 0 ? undefined : (
          <Button size="small" variant="ghost" onClick={() => setOpen(true)}>
            {total === 1 ? 'See it' : `See all ${formatCount(total)}`}
          </Button>
        )
      }
    >
      {total === 0 ? <Nothing view={view} /> : <Places view={view} />}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Network" width="large" flush>
        <div className={styles.inDialog}>
          <ContactsView view={view} />
        </div>
      </Dialog>
    </Panel>
  )
}

function Nothing({ view }: { readonly view: SessionView }) {
  if (isSandboxed(view.level))
    return <p className="faint">{view.status === 'running' ? 'Nothing reached so far' : 'Reached nothing'}</p>
  return (
    <p className={styles.unseen}>
      <TriangleAlert size={13} aria-hidden />
      Not sandboxed: contacts aren’t seen.
    </p>
  )
}

function Places({ view }: { readonly view: SessionView }) {
  const { value, state, ...rest } = useContacts(view)
  const places = useMemo(() => byPlace(value?.contacts ?? []), [value])
  const more = places.length - mostPlaces
  if (state === 'failed' && value === null && 'error' in rest)
    return <ErrorState inline title="The contacts can’t be read" error={rest.error} onRetry={rest.reload} />
  return (
    <ul className={styles.places}>
      {places.slice(0, mostPlaces).map((each) => (
        <Place key={each.place} of={each} />
      ))}
      {more > 0 && <li className="faint">and {plural(more, 'more place')}</li>}
    </ul>
  )
}

function Place({ of }: { readonly of: PlaceContacts }) {
  const { place, isModel, allowed, refused } = of
  return (
    <li>
      <code className={styles.placeName} title={`${place}: ${bytesWords(of)}`}>
        <bdi>{place}</bdi>
      </code>
      {isModel && <span className={styles.tag}>model</span>}
      {allowed > 0 && <Chip>{formatCount(allowed)} reached</Chip>}
      {refused > 0 && (
        <Chip tone="warn" icon={Ban}>
          {formatCount(refused)} refused
        </Chip>
      )}
    </li>
  )
}
