import { describe, expect, it } from 'vitest'
import { byPlace, filterContacts, totalsOf } from '../../../../src/renderer/contacts/contact-model'
import {
  contactLines,
  contactReasonWords,
  listedWords,
  placeOf,
} from '../../../../src/renderer/contacts/contact-words'
import { type Contact, contactReasons, inert } from '../../../../src/shared'

const contact = (patch: Partial<Contact> = {}): Contact => ({
  id: 1,
  at: 1000,
  via: 'tunnel',
  method: 'CONNECT',
  host: 'api.example.org',
  port: 443,
  address: '192.0.2.7',
  allowed: true,
  reason: null,
  bytesUp: 100,
  bytesDown: 2000,
  durationMs: 30,
  ...patch,
})
const refused = (patch: Partial<Contact> = {}) =>
  contact({ allowed: false, reason: 'host_not_listed', address: null, bytesUp: 0, bytesDown: 0, ...patch })

describe('words of a contact', () => {
  it('are there for every reason, and end as sentences do', () => {
    for (const reason of contactReasons) {
      expect(contactReasonWords[reason].short).not.toBe('')
      expect(contactReasonWords[reason].long).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('name the place as one writes it', () => {
    expect(placeOf(contact())).toBe('api.example.org:443')
    expect(placeOf(contact({ host: '2001:db8::1' }))).toBe('[2001:db8::1]:443')
    expect(placeOf(contact({ port: 0 }))).toBe('api.example.org')
    expect(placeOf(contact({ host: '', port: 0 }))).toBe('(no host)')
  })

  it('write out what can’t be seen in a text from inside', () => {
    expect(placeOf(contact({ host: 'moc.\u202eelpmaxe\u001b[31m' }))).toBe(
      'moc.\\u202eelpmaxe\\u001b[31m:443',
    )
    expect(inert('a\u200bb\nc\u2028')).toBe('a\\u200bb\\u000ac\\u2028')
    expect(inert('zürich.example')).toBe('zürich.example')
  })

  it('say what is not among them: that nothing was refused is not that nothing else was tried', () => {
    expect(listedWords(true)).toContain('fails inside the sandbox')
    expect(listedWords(false)).toContain('is not known')
  })

  it('tell all that is known, a fact to a line', () => {
    expect(contactLines(refused()).split('\n')).toEqual([
      'Asked for: api.example.org:443',
      'Found at: not dialled',
      'By: a tunnel (CONNECT): what went through it was not seen, but for how it began (CONNECT)',
      contactReasonWords.host_not_listed.long,
    ])
  })
})

describe('how a tunnel began', () => {
  it.each([
    [{ type: 'tls', name: 'api.example.org', hidesName: false }, 'TLS to api.example.org'],
    [{ type: 'tls', name: 'a\u202eb', hidesName: false }, 'TLS to a\\u202eb'],
    [{ type: 'tls', name: null, hidesName: false }, 'TLS that names no host'],
    [
      { type: 'tls', name: 'a.example', hidesName: true },
      'TLS to a.example, with a part that only the server can read (Encrypted ClientHello)',
    ],
    [{ type: 'malformed' }, 'what looks like TLS and can’t be read'],
    [{ type: 'other' }, 'something other than TLS'],
  ] as const)('%j is told', (greeting, words) => {
    expect(contactLines(contact({ greeting })).split('\n')).toContain(`Began with: ${words}`)
  })
})

describe('contacts of a session', () => {
  const contacts = [
    contact(),
    contact({ id: 2 }),
    refused({ id: 3, host: 'telemetry.example' }),
    contact({ id: 4, via: 'provider', host: 'model.example.org', bytesUp: 5, bytesDown: 7 }),
    refused({ id: 5, reason: 'connections_limit' }),
  ]

  it('come to totals', () => {
    expect(totalsOf(contacts)).toEqual({ allowed: 3, refused: 2, bytesUp: 205, bytesDown: 4007 })
    expect(totalsOf([])).toEqual({ allowed: 0, refused: 0, bytesUp: 0, bytesDown: 0 })
  })

  it('are counted by place, first where something was refused', () => {
    expect(byPlace(contacts).map(({ place, allowed, refused: no }) => [place, allowed, no])).toEqual([
      ['api.example.org:443', 2, 1],
      ['telemetry.example:443', 0, 1],
      ['model.example.org:443', 1, 0],
    ])
    expect(byPlace(contacts).find(({ isModel }) => isModel)?.place).toBe('model.example.org:443')
  })

  it('can be narrowed to what was refused', () => {
    expect(filterContacts(contacts, 'refused').map(({ id }) => id)).toEqual([3, 5])
    expect(filterContacts(contacts, 'all')).toHaveLength(5)
  })
})
