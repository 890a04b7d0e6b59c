import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEventBody } from '../../../src/shared'
import { started } from '../../support/builders'

describe('parseEventBody', () => {
  it('reads back what was written', () => {
    const body = started()
    expect(parseEventBody(body.type, JSON.stringify(body))).toEqual(body)
  })
  it('keeps whole what it does not know', () => {
    const raw = '{"type":"agent.dance","steps":3}'
    expect(parseEventBody('agent.dance', raw)).toEqual({ type: 'event.unknown', kind: 'agent.dance', raw })
  })
  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (type, json) => {
        expect(typeof parseEventBody(type, json).type).toBe('string')
      }),
    )
  })
})
