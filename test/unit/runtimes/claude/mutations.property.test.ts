import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agentFailureKinds } from '../../../../src/main/runtimes'
import { eventBodySchema } from '../../../../src/shared'
import { finished, fixture, fixtures, parser } from './helpers'

/** Every recorded stream but the long ones: a mutation of those says nothing more and takes long. */
const streams = readdirSync(fixtures)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => Buffer.from(`${fixture(name.slice(0, -'.jsonl'.length)).join('\n')}\n`))
  .filter((bytes) => bytes.length < 40_000)

const spot = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const mutation = fc.oneof(
  fc.record({ type: fc.constant('cut' as const), at: spot, length: spot }),
  fc.record({ type: fc.constant('truncate' as const), at: spot }),
  fc.record({ type: fc.constant('swap' as const), at: spot, other: spot }),
  fc.record({ type: fc.constant('duplicate' as const), at: spot }),
  fc.record({ type: fc.constant('remove' as const), at: spot }),
  fc.record({
    type: fc.constant('corrupt' as const),
    at: spot,
    bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
  }),
  /** A value of another kind in the place of one: still JSON, no longer the protocol. */
  fc.record({
    type: fc.constant('replace' as const),
    at: spot,
    value: fc.constantFrom('null', '-1', '1e999', '{}', '[]', '"x"', 'true', '[[[[]]]]', '{"__proto__":1}'),
  }),
  fc.record({ type: fc.constant('join' as const), at: spot, other: fc.nat() }),
)
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

function mutate(bytes: Buffer, change: Mutation): Buffer {
  const at = Math.floor(change.at * bytes.length)
  switch (change.type) {
    case 'cut':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + Math.floor(change.length * 400))])
    case 'truncate':
      return bytes.subarray(0, at)
    case 'corrupt':
      return Buffer.concat([bytes.subarray(0, at), change.bytes, bytes.subarray(at + change.bytes.length)])
    case 'join':
      return Buffer.concat([bytes.subarray(0, at), streams[change.other % streams.length] ?? bytes])
    case 'replace':
      return Buffer.from(
        bytes
          .toString('latin1')
          .split(/(?<=":)/)
          .map((part, index, parts) =>
            index === Math.floor(change.at * parts.length)
              ? part.replace(/^("[^"]*"|[^,}\]]+)/, () => change.value)
              : part,
          )
          .join(''),
        'latin1',
      )
    default: {
      const lines = bytes.toString('latin1').split('\n')
      const index = Math.floor(change.at * lines.length)
      const line = lines[index] ?? ''
      if (change.type === 'duplicate') lines.splice(index, 0, line)
      else if (change.type === 'remove') lines.splice(index, 1)
      else {
        const other = Math.floor(change.other * lines.length)
        lines[index] = lines[other] ?? ''
        lines[other] = line
      }
      return Buffer.from(lines.join('\n'), 'latin1')
    }
  }
}

const known = new Set(['response.started', 'response.finished', 'final', 'image', 'cost', 'done'])

describe('a stream that is cut, swapped, doubled or corrupted', () => {
  it('never throws, gives valid events, keeps what it can’t read, and has a typed outcome', () => {
    const seen = { unknown: 0, failed: 0, fine: 0 }
    fc.assert(
      fc.property(
        fc.constantFrom(...streams),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(0, 1, 143, null),
        (stream, changes, code) => {
          const { line, end } = parser()
          const balance: string[] = []
          const take = (events: ReturnType<typeof line>): void => {
            for (const event of events) {
              if (event.type === 'response.started') balance.push(event.responseId)
              if (event.type === 'response.finished') expect(balance.pop()).toBe(event.responseId)
              if (event.type === 'agent.unknown') seen.unknown += 1
              if (!known.has(event.type)) expect(eventBodySchema.safeParse(event).success).toBe(true)
            }
            expect(balance.length).toBeLessThanOrEqual(1)
          }
          for (const text of changes.reduce(mutate, stream).toString('utf8').split('\n')) {
            const events = line(text)
            take(events)
            // I11: what is no JSON is never dropped silently.
            if (text.trim() !== '' && !isJson(text))
              expect(events.at(-1)).toMatchObject({ type: 'agent.unknown', reason: 'not JSON' })
          }
          const last = end({ ...finished, code, signal: code === null ? 'SIGKILL' : null })
          take(last.events)
          expect(balance).toEqual([])
          if (last.failure === null) seen.fine += 1
          else {
            seen.failed += 1
            expect(agentFailureKinds).toContain(last.failure.kind)
            expect(last.failure.message).not.toBe('')
          }
        },
      ),
      { numRuns: 6000 },
    )
    // The mutations are neither all harmless nor all deadly.
    expect(Math.min(seen.unknown, seen.failed, seen.fine)).toBeGreaterThan(300)
  }, 120_000)
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
