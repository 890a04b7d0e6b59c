import { type EventOf, inert, type SandboxBackend } from '../../../shared'
import { bytesWords, contactLines, contactReasonWords, placeOf } from '../../contacts/contact-words'
import { formatDuration } from '../../lib/format'
import { type RowWords, row } from './row-shape'

const boxNames: Readonly<Record<SandboxBackend, string>> = {
  docker: 'Container',
  bubblewrap: 'Bubblewrap',
  seatbelt: 'macOS sandbox',
  firejail: 'Firejail',
  subprocess: 'No sandbox',
}

/** What the run's programs are started in, and what that may reach. */
export function openedWords(body: EventOf<'sandbox.opened'>): RowWords {
  const { backend, version, network, reach, durationMs } = body
  const places = reach.map(inert)
  const detail = places.length === 0 ? null : `May reach, through Glovebox’s proxy:\n${places.join('\n')}`
  if (backend === 'subprocess')
    return row('warning', {
      lead: 'Not sandboxed:',
      text: 'started with the rights of your account',
      chip: { tone: 'warn', text: 'contacts aren’t seen' },
      detail,
    })
  const name = [boxNames[backend], version].filter((part) => part !== null).join(' ')
  return row('consent', {
    text: `${name} holds the run · ${networkWords(network, places)}`,
    chip: network === 'host' ? { tone: 'warn', text: 'network open' } : null,
    note: formatDuration(durationMs),
    detail,
  })
}

function networkWords(network: EventOf<'sandbox.opened'>['network'], places: readonly string[]): string {
  const [only] = places
  switch (network) {
    case 'none':
      return 'network closed'
    case 'host':
      return 'network open'
    case 'proxied':
      if (only === undefined) return 'network closed'
      return places.length === 1
        ? `network closed but for ${only}`
        : `network closed but for ${places.length} places`
  }
}

/** The box ended by itself, or its way out did. */
export function lostWords({ error }: EventOf<'sandbox.lost'>): RowWords {
  return row('warning', {
    lead: 'Sandbox lost:',
    text: inert(error.message),
    chip: { tone: 'bad', text: 'what ran in it was ended' },
  })
}

/** One contact of the box with the outside. Its texts come from inside the box. */
export function contactWords({ phase, contact }: EventOf<'network.contact'>): RowWords {
  const { allowed, reason, via, durationMs } = contact
  const words = reason === null ? null : contactReasonWords[reason]
  const target = placeOf(contact)
  const detail = contactLines(contact)
  if (!allowed)
    return row('refused', {
      lead: 'Refused',
      text: 'a contact with',
      target,
      chip: { tone: 'warn', text: words?.short ?? 'not allowed' },
      detail,
    })
  const isOpen = phase === 'started'
  return row('network', {
    text: via === 'provider' ? 'Asked its model at' : 'Reached',
    target,
    chip: words === null ? null : { tone: 'warn', text: words.short },
    note: isOpen ? 'open…' : `${bytesWords(contact)} · ${formatDuration(durationMs)}`,
    detail,
  })
}
