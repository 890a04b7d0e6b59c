import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContactEvent } from '../../../src/main/egress'
import { createContacts, type OpenedContact } from '../../../src/main/egress/contacts/contacts'
import { addressOf } from '../../../src/main/egress/host/address'
import { defaultEgressLimits, type EgressLimits } from '../../../src/main/egress/limits'

const asked = { via: 'tunnel', method: 'CONNECT', host: 'api.example.org', port: 443 } as const

function ledger(limits: Partial<EgressLimits> = {}) {
  const events: ContactEvent[] = []
  const clock = { now: 1000 }
  const contacts = createContacts({
    limits: { ...defaultEgressLimits, ...limits },
    now: () => clock.now,
    onContact: (event) => events.push(event),
  })
  return { contacts, events, clock }
}

const opened = (result: OpenedContact) => {
  if (!result.ok) throw new Error(result.reason)
  return result.contact
}

describe('the ledger', () => {
  it('tells a contact at its start and at its end, with what it came to', () => {
    const { contacts, events, clock } = ledger()
    const contact = opened(contacts.open(asked, () => true))
    contact.foundAt(addressOf([1, 2, 3, 4]))
    expect([contact.up(10), contact.down(20), contact.down(5)]).toEqual([true, true, true])
    clock.now = 1500
    contact.end(null)
    const told = { ...asked, id: 1, at: 1000, allowed: true, reason: null }
    expect(events).toEqual([
      { phase: 'started', contact: { ...told, address: null, bytesUp: 0, bytesDown: 0, durationMs: 0 } },
      {
        phase: 'ended',
        contact: { ...told, address: '1.2.3.4', bytesUp: 10, bytesDown: 25, durationMs: 500 },
      },
    ])
  })

  it('ends each once, whatever is said later', () => {
    const { contacts, events } = ledger()
    const contact = opened(contacts.open(asked, () => true))
    let takenDown = 0
    contact.onCut(() => {
      takenDown += 1
    })
    contact.cut('idle')
    contact.cut('closed')
    contact.end(null)
    contact.refuse('host_not_listed')
    expect(contact.up(1)).toBe(false)
    contact.onCut((reason) => {
      takenDown += reason === 'idle' ? 10 : 100
    })
    expect(takenDown).toBe(11)
    expect(events.map(({ phase, contact: { allowed, reason } }) => [phase, allowed, reason])).toEqual([
      ['started', true, null],
      ['ended', true, 'idle'],
    ])
  })

  it('bounds the text that comes from inside', () => {
    const { contacts, events } = ledger()
    contacts.refuse({ ...asked, host: 'x'.repeat(10_000), method: 'Y'.repeat(1000) }, 'bad_host')
    expect(events[0]?.contact.host).toHaveLength(255)
    expect(events[0]?.contact.method).toHaveLength(32)
  })

  it('keeps going after a clock that was set back', () => {
    const { contacts, events, clock } = ledger()
    const contact = opened(contacts.open(asked, () => true))
    clock.now = 10
    contact.end(null)
    expect(events[1]?.contact.durationMs).toBe(0)
  })

  it('lets no more in than its ceilings, and records every contact that it has room for once', () => {
    const action = fc.constantFrom('open', 'refuse', 'up', 'down', 'end', 'tighten')
    fc.assert(
      fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
        const limits = { connections: 3, contacts: 20, bytesUp: 50, bytesDown: 50 }
        const { contacts, events } = ledger(limits)
        const live: ReturnType<typeof opened>[] = []
        const passed = { up: 0, down: 0 }
        for (const each of actions) {
          if (each === 'refuse') contacts.refuse(asked, 'host_not_listed')
          if (each === 'tighten') contacts.cutUnlisted()
          if (each === 'end') live.shift()?.end(null)
          if (each === 'open') {
            const result = contacts.open(asked, () => live.length % 2 === 0)
            if (result.ok) live.push(result.contact)
          }
          if ((each === 'up' || each === 'down') && live[0]?.[each](7) === true) passed[each] += 7
        }
        expect(passed.up).toBeLessThanOrEqual(limits.bytesUp)
        expect(passed.down).toBeLessThanOrEqual(limits.bytesDown)
        expect(contacts.totals().open).toBeLessThanOrEqual(limits.connections)
        const started = events.filter(({ phase }) => phase === 'started').map(({ contact }) => contact.id)
        const ended = events.filter(({ phase }) => phase === 'ended').map(({ contact }) => contact.id)
        expect(new Set(ended).size).toBe(ended.length)
        expect(new Set([...started, ...ended]).size).toBe(contacts.totals().contacts)
        expect(contacts.totals().contacts).toBeLessThanOrEqual(limits.contacts)
        expect(started.filter((id) => !ended.includes(id))).toHaveLength(contacts.totals().open)
      }),
    )
  })
})
