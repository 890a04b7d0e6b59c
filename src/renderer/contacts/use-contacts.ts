import { useEffect, useRef } from 'react'
import type { SessionView } from '../../shared'
import type { CallOutput } from '../../shared/ipc'
import { type Loaded, useCall } from '../lib/use-call'

type Contacts = CallOutput<'sessions.contacts'>

/** How long after a new contact the list is read again: they come in bursts. */
const settleMs = 400
/** Bytes and times of open contacts grow without a word. */
const followMs = 3000

/** The contacts of a session, followed while it runs. */
export function useContacts(view: SessionView): Loaded<Contacts> & { readonly reload: () => void } {
  const loaded = useCall('sessions.contacts', { sessionId: view.id })
  const { reload } = loaded
  const { contacts, contactsRefused, status } = view
  const seen = `${contacts} ${contactsRefused} ${status}`
  const first = useRef(seen)
  useEffect(() => {
    if (first.current === seen) return
    first.current = ''
    const timer = setTimeout(reload, settleMs)
    return () => clearTimeout(timer)
  }, [seen, reload])
  const isOpen = status === 'running' && contacts > 0
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(reload, followMs)
    return () => clearInterval(timer)
  }, [isOpen, reload])
  return loaded
}
