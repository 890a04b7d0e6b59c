import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rowNumbersSeed } from '../../../src/main/store/append/restore-session'
import { createRowNumbers } from '../../../src/shared'
import { started } from '../../support/builders'
import { laterEvents } from '../../support/event-arbitraries'

it('rows go on after a restart as they would have without one', () => {
  fc.assert(
    fc.property(laterEvents(), laterEvents(), (before, after) => {
      const whole = createRowNumbers()
      const stored = [started(), ...before].map((body, index) => ({
        seq: index + 1,
        at: 0,
        row: whole.assign(body),
        type: body.type,
        body: JSON.stringify(body),
      }))
      const resumed = createRowNumbers(
        rowNumbersSeed(
          {
            callsAndFrames: () =>
              stored.filter(({ type }) => type === 'tool.called' || type === 'frame.started').values(),
            lastRow: () => Math.max(...stored.map(({ row }) => row)),
          },
          1,
        ),
      )
      expect(after.map(resumed.assign)).toEqual(after.map(whole.assign))
    }),
  )
})
