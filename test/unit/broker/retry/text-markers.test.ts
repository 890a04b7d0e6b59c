import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textMarkers } from '../../../../src/main/broker/retry'

describe('textMarkers', () => {
  it.each([
    ['API Error: Request rejected (429)', 'rate_limited'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'rate_limited'],
    ['{"type":"rate_limit_error"}', 'rate_limited'],
    ['Rate limit reached for gpt-5.5', 'rate_limited'],
    ['API Error: Repeated 529 Overloaded errors', 'transient'],
    ['API Error: 503 {"type":"error"}', 'transient'],
    ['unexpected status 502 Bad Gateway: upstream', 'transient'],
    ['HTTP/1.1 504', 'transient'],
    ['status_code=500 status code: 500', 'transient'],
    ['We’re currently experiencing high demand', 'transient'],
    ['Selected model is at capacity. Please try a different model.', 'transient'],
    ['the service is temporarily unavailable', 'transient'],
    ['{"type":"overloaded_error","message":"Overloaded"}', 'transient'],
    ['stream disconnected before completion: error sending request', 'transient'],
    ['Error: Overloaded', 'transient'],
    ['read ECONNRESET', 'network'],
    ['curl: (56) Recv failure: Connection reset by peer', 'network'],
    ['API Error: Unable to connect to API (ConnectionRefused)', 'network'],
    ['Request timed out', 'network'],
  ])('%s', (text, marker) => {
    expect(textMarkers(text)).toBe(marker)
  })

  it.each([
    '',
    'SyntaxError at line 503',
    'src/a.ts:429:12 - error TS2304',
    'error: line 502 is too long',
    'expected 503, received 200',
    'git reset --hard',
    'error: no matching overloaded function found',
    'reset the connection pool',
    'Added a rate limiter to the gateway',
    '503',
    'port 5029 in use',
    'status 5030',
    'stream disconnected before completion: Incomplete response returned, reason: content_filter',
    'Invalid API key',
    'HTTP 429: You have hit your usage limit',
    'status 429 insufficient_quota',
    'Wrote 429 lines',
  ])('nothing in: %s', (text) => {
    expect(textMarkers(text)).toBeNull()
  })

  it('looks at the end of a long text only', () => {
    const filler = 'x '.repeat(4096)
    expect(textMarkers(`HTTP 503\n${filler}`)).toBeNull()
    expect(textMarkers(`${filler}\nHTTP 503`)).toBe('transient')
  })

  it('finds none in any row of words and numbers', () => {
    const words = fc.constantFrom(
      'line',
      'error',
      '429',
      '503',
      '529',
      'reset',
      'at',
      'column',
      'overloaded',
      ':',
    )
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 3 }),
        (row) => textMarkers(row.join(' ')) === null || /529 overloaded/.test(row.join(' ')),
      ),
    )
  })
})
