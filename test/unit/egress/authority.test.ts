import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAuthority, splitTarget } from '../../../src/main/egress/host/authority'

const read = (text: string, port: number | null = null) => {
  const authority = readAuthority(text, port)
  return authority.ok ? `${authority.authority.host.text} ${authority.authority.port}` : authority.reason
}

describe('host and port as they stand on the wire', () => {
  it.each([
    ['example.com:443', 'example.com 443'],
    ['[::1]:443', '::1 443'],
    ['[::ffff:10.0.0.1]:65535', '10.0.0.1 65535'],
    ['EXAMPLE.com.:1', 'example.com 1'],
    ['example.com', 'bad_port'],
    ['example.com:', 'bad_port'],
    ['example.com:0', 'bad_port'],
    ['example.com:65536', 'bad_port'],
    ['example.com:0443', 'bad_port'],
    ['example.com:+443', 'bad_port'],
    ['example.com:443 ', 'bad_port'],
    ['example.com:4e2', 'bad_port'],
    ['example.com:0x1bb', 'bad_port'],
    ['example.com:https', 'bad_port'],
    ['example.com:443:443', 'bad_host'],
    ['::1:443', 'bad_host'],
    ['[::1]', 'bad_port'],
    [':443', 'bad_host'],
    ['', 'bad_host'],
    ['a@example.com:443', 'bad_host'],
    ['bücher.example:443', 'bad_host'],
    ['https://example.com:443', 'bad_host'],
    ['example.com:443/', 'bad_port'],
  ])('%j is %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it('takes the usual port where one may be left out', () => {
    expect(read('example.com', 80)).toBe('example.com 80')
    expect(read('[::1]', 80)).toBe('::1 80')
    expect(read('example.com:', 80)).toBe('bad_port')
  })

  it('never throws, and never gives a host with a character of another kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 40 }), (text) => {
        const authority = readAuthority(text, 80)
        if (authority.ok) expect(authority.authority.host.text).toMatch(/^[a-z0-9_.:-]+$/)
      }),
    )
  })
})

describe('the target of a plain request', () => {
  it.each([
    ['http://example.com', 'example.com', '/'],
    ['http://example.com/', 'example.com', '/'],
    ['HTTP://example.com/a?b=c', 'example.com', '/a?b=c'],
    ['http://example.com?b', 'example.com', '/?b'],
    ['http://user@example.com/', 'user@example.com', '/'],
    ['http://example.com//x', 'example.com', '//x'],
  ])('%s', (target, authority, path) => {
    expect(splitTarget(target)).toEqual({ authority, path })
  })

  it.each([
    '/',
    '*',
    'https://example.com/',
    'ftp://example.com/',
    'http:/example.com',
    'http://e.com/#a',
    'http://e.com\\@x/',
    'http://e.com/\u00e9',
    ' http://e.com/',
    '',
  ])('%j is refused', (target) => expect(splitTarget(target)).toBeNull())
})
