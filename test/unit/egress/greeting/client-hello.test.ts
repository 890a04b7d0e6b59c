import type { ConnectionOptions } from 'node:tls'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGreeting, readGreetingAgain } from '../../../../src/main/egress/greeting/client-hello'
import { helloFor, helloMessage, inRecords, nameByNode, nodeHello } from '../../../support/egress'

const named = (name: string) => [{ type: 0, name: Buffer.from(name, 'latin1') }]
const tls = (name: string | null, hidesName = false) => ({ type: 'tls', name, hidesName })
const greetingOf = (bytes: Uint8Array) => readGreeting(bytes)?.greeting ?? null

const parts = fc.record({
  name: fc.string({
    minLength: 1,
    maxLength: 60,
    unit: fc.nat(255).map((code) => String.fromCharCode(code)),
  }),
  others: fc.uniqueArray(
    fc.record({ type: fc.integer({ min: 1, max: 0xffff }), content: fc.uint8Array({ maxLength: 300 }) }),
    { maxLength: 12, selector: ({ type }) => type },
  ),
  session: fc.nat(32),
  suites: fc.integer({ min: 1, max: 60 }),
})
const sizes = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 6 })
const hides = (others: readonly { readonly type: number }[]): boolean =>
  others.some(({ type }) => type === 0xfe0d || type === 0xffce)

describe('a TLS greeting', () => {
  it('gives the name that is in it, however it is split into records', () => {
    fc.assert(
      fc.property(parts, sizes, fc.boolean(), ({ name, others, ...rest }, split, hasName) => {
        const message = helloMessage({ names: hasName ? named(name) : null, others, ...rest })
        const bytes = inRecords(message, split)
        const wanted = tls(hasName ? name : null, hides(others))
        expect(readGreeting(bytes)).toEqual({ greeting: wanted, size: bytes.length })
        // What follows it is none of its bytes.
        const followed = Buffer.concat([bytes, Buffer.from([20, 3, 3, 0, 1, 1])])
        expect(readGreeting(followed)).toEqual({ greeting: wanted, size: bytes.length })
      }),
    )
  })

  it('that is not whole says nothing yet, wherever it is cut', () => {
    fc.assert(
      fc.property(parts, sizes, fc.nat(), ({ name, ...rest }, split, cut) => {
        const bytes = inRecords(helloMessage({ names: named(name), ...rest }), split)
        expect(readGreeting(bytes.subarray(0, cut % bytes.length))).toBeNull()
      }),
    )
  })

  it('that was changed anywhere is read without a throw, and never by a name that is not in it', () => {
    const change = fc.record({ at: fc.nat(), to: fc.nat(255) })
    fc.assert(
      fc.property(parts, sizes, fc.array(change, { minLength: 1, maxLength: 4 }), (made, split, changes) => {
        const message = helloMessage({ names: named(made.name), others: made.others })
        for (const { at, to } of changes) message[at % message.length] = to
        const greeting = greetingOf(inRecords(message, split))
        if (greeting?.type !== 'tls' || greeting.name === null) return
        const length = Buffer.from([0, greeting.name.length >> 8, greeting.name.length & 255])
        expect(message.includes(Buffer.concat([length, Buffer.from(greeting.name, 'latin1')]))).toBe(true)
      }),
    )
  })

  it('of bytes at random never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, isDressed) => {
        const all = isDressed ? Buffer.concat([Buffer.from([22, 3, 1]), bytes]) : bytes
        expect(['tls', 'malformed', 'other', undefined]).toContain(greetingOf(all)?.type)
        expect(['tls', 'malformed', 'other', undefined]).toContain(readGreetingAgain(all)?.greeting.type)
      }),
    )
  })

  it.each([
    ['two names', helloMessage({ names: [...named('a.example'), ...named('b.example')] })],
    ['a name of another type', helloMessage({ names: [{ type: 1, name: Buffer.from('a.example') }] })],
    ['an empty name', helloMessage({ names: named('') })],
    ['an empty list of names', helloMessage({ names: [] })],
    [
      'the names twice',
      helloMessage({
        names: named('a.example'),
        others: [
          { type: 5, content: Buffer.alloc(1) },
          { type: 0, content: helloFor('b.example').subarray(5) },
        ],
      }),
    ],
    ['no room for suites', helloMessage({ names: named('a.example'), suites: 0 })],
    ['a session that is too long', helloMessage({ names: named('a.example'), session: 33 })],
    [
      'another message',
      Buffer.concat([Buffer.from([2]), helloMessage({ names: named('a.example') }).subarray(1)]),
    ],
    [
      'more behind it in its record',
      Buffer.concat([helloMessage({ names: named('a.example') }), Buffer.alloc(4)]),
    ],
    ['more than a greeting has', helloMessage({ others: [{ type: 9, content: Buffer.alloc(17_000) }] })],
  ])('with %s is none', (_what, message) => {
    expect(greetingOf(inRecords(message))).toEqual({ type: 'malformed' })
  })

  it.each([
    ['a record of another type first', [20, 3, 3, 0, 1, 1]],
    ['an alert first', [21, 3, 3, 0, 2, 1, 0]],
    ['an empty record first', [22, 3, 1, 0, 0]],
  ])('with %s is none', (_what, before) => {
    expect(greetingOf(Buffer.concat([Buffer.from(before), helloFor('a.example')]))).toEqual({
      type: 'malformed',
    })
  })

  it.each(['GET / HTTP/1.1', 'SSH-2.0-OpenSSH_9.6\r\n', '\0\0\0\b\x04\xd2\x16\x2f', '\x80\x2e\x01\x03\x01'])(
    '%j is something else',
    (text) => {
      expect(greetingOf(Buffer.from(text, 'latin1'))).toEqual({ type: 'other' })
    },
  )

  it('without extensions names nobody', () => {
    const message = helloMessage({})
    const body = message.subarray(4, -2)
    const bytes = Buffer.concat([Buffer.from([1, 0, body.length >> 8, body.length & 255]), body])
    expect(greetingOf(inRecords(bytes))).toEqual(tls(null))
  })

  it('said again is read past what comes before it', () => {
    const before = Buffer.from([20, 3, 3, 0, 1, 1, 23, 3, 3, 0, 3, 9, 9, 9])
    const bytes = Buffer.concat([before, helloFor('a.example')])
    expect(readGreetingAgain(bytes)).toEqual({ greeting: tls('a.example'), size: bytes.length })
    for (let cut = 0; cut < bytes.length; cut += 1)
      expect(readGreetingAgain(bytes.subarray(0, cut))).toBeNull()
    const late = Buffer.concat([Buffer.from([23, 3, 3, 0x40, 0]), Buffer.alloc(16384)])
    expect(readGreetingAgain(Buffer.concat([late, late, late, late]))?.greeting).toEqual({
      type: 'malformed',
    })
  })
})

describe('the greeting of a real client', () => {
  it.each([
    [{ servername: 'api.example.org' }, 'api.example.org'],
    [{ servername: 'api.example.org', maxVersion: 'TLSv1.2' }, 'api.example.org'],
    [{ servername: 'a.example', ALPNProtocols: ['h2', 'http/1.1'], ecdhCurve: 'P-521:X25519' }, 'a.example'],
    [{}, null],
  ] satisfies readonly [ConnectionOptions, string | null][])(
    'of Node with %j names %s',
    async (options, name) => {
      const bytes = await nodeHello(options)
      expect(readGreeting(bytes)).toEqual({ greeting: tls(name), size: bytes.length })
    },
  )

  it('that was changed is never read by another name than OpenSSL reads', async () => {
    const hello = await nodeHello({ servername: 'allowed.example.org' })
    const change = fc.record({ at: fc.nat(hello.length - 1), to: fc.nat(255) })
    const seen = { byBoth: 0, byNeither: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 3 }), sizes, async (changes, split) => {
        const message = Buffer.from(hello.subarray(5))
        for (const { at, to } of changes) message[Math.max(0, at - 5)] = to
        const bytes = inRecords(message, split)
        const byNode = await nameByNode(bytes)
        const greeting = greetingOf(bytes)
        if (byNode === null || greeting?.type !== 'tls') {
          seen.byNeither += 1
          return
        }
        // OpenSSL gives a name as text that ends at its first NUL.
        expect(byNode).toBe(greeting.name)
        seen.byBoth += 1
      }),
      { numRuns: 300 },
    )
    expect(seen.byBoth).toBeGreaterThan(0)
  })
})
