import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChainEnd,
  chainLink,
  chainStart,
  createChainCheck,
  type Verified,
} from '../../../src/main/store/chain'
import type { LinkedEventRow } from '../../../src/main/store/tables/events'
import type { EventBody, SessionId } from '../../../src/shared'
import { ids, started } from '../../support/builders'
import { laterEvents } from '../../support/event-arbitraries'

function linked(bodies: readonly EventBody[]): { readonly rows: LinkedEventRow[]; readonly end: ChainEnd } {
  let link = chainStart(ids.session)
  const rows = bodies.map((body, index): LinkedEventRow => {
    const json = JSON.stringify(body)
    link = chainLink(link, index + 1, 1000 + index, body.type, json)
    const hash = Buffer.from(link, 'hex')
    return { seq: index + 1, at: 1000 + index, type: body.type, bytes: Buffer.from(json), hash }
  })
  return { rows, end: { seq: rows.length, hash: Buffer.from(link, 'hex') } }
}

/** Follows the chain `atOnce` events at a time. */
function verifyChain(id: SessionId, rows: readonly LinkedEventRow[], end: ChainEnd, atOnce = 1000): Verified {
  const check = createChainCheck(id)
  for (let at = 0; at < rows.length; at += atOnce) {
    const broken = check.follow(rows.slice(at, at + atOnce), end)
    if (broken !== null) return broken
  }
  return check.finish(end)
}

const chain = laterEvents(20).map((later) => linked([started(), ...later]))

describe('the chain of a session', () => {
  it('holds as it was written', () => {
    fc.assert(
      fc.property(chain, fc.integer({ min: 1, max: 30 }), ({ rows, end }, atOnce) => {
        expect(verifyChain(ids.session, rows, end, atOnce)).toEqual({ events: rows.length, brokenSeq: null })
      }),
    )
  })

  it('names the first event that is missing, swapped, doubled or cut off (I4)', () => {
    const { rows, end } = linked(
      ['a', 'b', 'c', 'd'].map((text) => ({ type: 'agent.message', text, final: false })),
    )
    const [a, b, c, d] = rows as [LinkedEventRow, LinkedEventRow, LinkedEventRow, LinkedEventRow]
    const broken = (list: readonly LinkedEventRow[]) => verifyChain(ids.session, list, end).brokenSeq
    expect(broken([a, b, c, d])).toBeNull()
    expect(broken([a, c, d])).toBe(2)
    expect(broken([a, c, b, d])).toBe(2)
    expect(broken([a, b, b, c, d])).toBe(3)
    expect(broken([a, b, c])).toBe(4)
    expect(broken([])).toBe(1)
    expect(broken([a, b, c, d, { ...d, seq: 5 }])).toBe(5)
    expect(verifyChain(ids.session, [a, b, c, b], end, 2)).toEqual({ events: 3, brokenSeq: 4 })
  })

  it('does not hold in another session, nor with another recorded end', () => {
    const { rows, end } = linked([started()])
    expect(verifyChain(ids.otherSession, rows, end).brokenSeq).toBe(1)
    expect(verifyChain(ids.session, rows, { ...end, hash: Buffer.alloc(32) }).brokenSeq).toBe(1)
  })

  it('tells a renumbered but otherwise consistent list apart', () => {
    const { rows, end } = linked([started(), { type: 'agent.message', text: 'a', final: true }])
    expect(verifyChain(ids.session, rows, { ...end, seq: 1 })).toEqual({ events: 1, brokenSeq: 2 })
  })
})
