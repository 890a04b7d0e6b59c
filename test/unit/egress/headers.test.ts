import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framingHeader, passedHead } from '../../../src/main/egress/proxy/headers'

const head = (rawHeaders: readonly string[], connection?: string) =>
  passedHead({ rawHeaders: [...rawHeaders], headers: connection === undefined ? {} : { connection } })

describe('headers that go on', () => {
  it('are those of the message, in their order and spelling', () => {
    const raw = ['X-B', '1', 'Accept', '*/*', 'x-b', '2']
    expect(head(raw)).toEqual({ headers: raw, body: 'none' })
  })

  it('are none that are for one connection, nor those that Connection names', () => {
    const raw = [
      'Connection',
      'close, X-Mine',
      'X-Mine',
      '1',
      'TE',
      'trailers',
      'Proxy-Authorization',
      'x',
      'Upgrade',
      'h2c',
      'Keep-Alive',
      '5',
      'Kept',
      'yes',
    ]
    expect(head(raw, 'close, X-Mine')).toEqual({ headers: ['Kept', 'yes'], body: 'none' })
  })

  it.each([
    [['Content-Length', '5'], { length: '5' }],
    [['Transfer-Encoding', 'chunked'], 'chunked'],
    [['Transfer-Encoding', 'Chunked'], 'chunked'],
    [['Content-Length', '5', 'Content-Length', '5'], null],
    [['Content-Length', '5', 'Transfer-Encoding', 'chunked'], null],
    [['Transfer-Encoding', 'chunked', 'transfer-encoding', 'chunked'], null],
    [['Transfer-Encoding', 'gzip, chunked'], null],
    [['Transfer-Encoding', ' chunked'], null],
    [['Content-Length', '+5'], null],
    [['Content-Length', '5, 5'], null],
    [['Content-Length', ''], null],
    [['Content-Length', '0x5'], null],
    [['Content-Length', '1'.repeat(16)], null],
  ] as const)('%j frames a body as %j', (raw, body) => {
    expect(head(raw)?.body ?? null).toEqual(body)
  })

  it('say how long the body is, once', () => {
    expect(framingHeader('none', 'GET')).toEqual([])
    expect(framingHeader('none', 'POST')).toEqual(['Content-Length', '0'])
    expect(framingHeader('chunked', 'GET')).toEqual(['Transfer-Encoding', 'chunked'])
    expect(framingHeader({ length: '3' }, 'GET')).toEqual(['Content-Length', '3'])
  })

  it('never frame the body themselves, whatever the names are', () => {
    const name = fc.constantFrom(
      'Content-Length',
      'content-length',
      'Transfer-Encoding',
      'TRANSFER-ENCODING',
      'Connection',
      'Host',
      'X',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.constantFrom('0', '5', 'chunked', 'X', 'Host'))), (pairs) => {
        const passed = head(pairs.flat(), pairs.find(([key]) => key === 'Connection')?.[1])
        for (const [index, text] of (passed?.headers ?? []).entries())
          if (index % 2 === 0) expect(text).not.toMatch(/^(content-length|transfer-encoding|connection)$/i)
      }),
    )
  })
})
