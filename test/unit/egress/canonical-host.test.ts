import { isIPv4, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAddress } from '../../../src/main/egress/host/address'
import { canonicalHost } from '../../../src/main/egress/host/canonical-host'

/** What a host is brought to; null: it is refused. */
const spellings: readonly (readonly [string, string | null])[] = [
  // Names
  ['example.com', 'example.com'],
  ['EXAMPLE.com', 'example.com'],
  ['example.com.', 'example.com'],
  ['ExAmPlE.CoM.', 'example.com'],
  ['a_b.example.com', 'a_b.example.com'],
  ['localhost', 'localhost'],
  ['localhost.', 'localhost'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example', 'xn--bcher-kva.example'],
  ['ｅｘａｍｐｌｅ.com', 'example.com'],
  ['example。com', 'example.com'],
  ['ｌｏｃａｌｈｏｓｔ', 'localhost'],
  // Look-alikes stay what they are: other names.
  ['еxample.com', 'xn--xample-2of.com'],
  ['ʟocalhost', 'xn--ocalhost-w8d'],
  // No names
  ['', null],
  ['.', null],
  ['..', null],
  ['.example.com', null],
  ['example..com', null],
  ['example.com..', null],
  ['-example.com', null],
  ['example-.com', null],
  [`${'a'.repeat(64)}.com`, null],
  [`${'a.'.repeat(127)}aa`, null],
  ['example.com\0', null],
  ['example.com\0.allowed.org', null],
  ['example.com%00.allowed.org', null],
  ['example%2ecom', null],
  ['%31%32%37.0.0.1', null],
  ['user@example.com', null],
  ['user:pass@example.com', null],
  ['example.com@allowed.org', null],
  ['example.com:80', null],
  ['example.com/', null],
  ['example.com\\', null],
  ['example.com?x', null],
  ['example.com#x', null],
  ['example .com', null],
  [' example.com', null],
  ['example.com ', null],
  ['example\t.com', null],
  ['example.com\r\nHost: x', null],
  ['example.com\n', null],
  ['*.example.com', null],
  ['exam\u00adple.com', null],
  ['exam\u200bple.com', null],
  ['exam\u202eple.com', null],
  ['example.com\u3000', null],
  ['example％2ecom', null],
  ['exa<mple.com', null],
  ['exa"mple.com', null],
  ['exa^mple.com', null],
  ['exa|mple.com', null],
  ['exa,mple.com', null],
  ['exa;mple.com', null],
  ["exa'mple.com", null],
  ['exa+mple.com', null],
  ['exa=mple.com', null],
  // IPv4 in every spelling that a system's resolver takes
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.1.', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['127.0.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0x7f000001', '127.0.0.1'],
  ['0X7F.0.0.1', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['017700000001', '127.0.0.1'],
  ['0177.0.0.01', '127.0.0.1'],
  ['0177.0x0.0.1', '127.0.0.1'],
  ['0', '0.0.0.0'],
  ['0x', '0.0.0.0'],
  ['00', '0.0.0.0'],
  ['4294967295', '255.255.255.255'],
  ['１２７.0.0.1', '127.0.0.1'],
  ['①②⑦.0.0.1', '127.0.0.1'],
  ['127。0。0。1', '127.0.0.1'],
  ['169.254.43518', '169.254.169.254'],
  ['0xa9fea9fe', '169.254.169.254'],
  ['2852039166', '169.254.169.254'],
  // What ends in a number and is no address
  ['256.0.0.1', null],
  ['4294967296', null],
  ['0x100000000', null],
  ['1.2.3.4.5', null],
  ['1..2', null],
  ['1.2.3.08', null],
  ['0x7g.1', null],
  ['example.1', null],
  ['example.0x7f', null],
  ['127.0.0.1..', null],
  ['99999999999999999999999999', null],
  ['+127.0.0.1', null],
  ['127.0.0.-1', null],
  // IPv6
  ['[::1]', '::1'],
  ['[0:0:0:0:0:0:0:1]', '::1'],
  ['[0000:0000::0001]', '::1'],
  ['[2001:DB8::A]', '2001:db8::a'],
  ['[::ffff:127.0.0.1]', '127.0.0.1'],
  ['[::ffff:7f00:1]', '127.0.0.1'],
  ['[0:0:0:0:0:FFFF:127.0.0.1]', '127.0.0.1'],
  ['[::127.0.0.1]', '::7f00:1'],
  ['[64:ff9b::127.0.0.1]', '64:ff9b::7f00:1'],
  ['::1', null],
  ['[::1', null],
  ['::1]', null],
  ['[]', null],
  ['[[::1]]', null],
  ['[::1].', null],
  ['[::1]x', null],
  ['[::1%lo]', null],
  ['[fe80::1%25eth0]', null],
  ['[::ffff:127.1]', null],
  ['[::ffff:0177.0.0.1]', null],
  ['[1::2::3]', null],
  ['[:::1]', null],
  ['[127.0.0.1]', null],
  ['[example.com]', null],
  ['[v1.fe80::a]', null],
]

describe('a host in its one spelling', () => {
  it.each(spellings)('%j is %j', (text, expected) => {
    expect(canonicalHost(text)?.text ?? null).toBe(expected)
  })

  it('is an address exactly where it looks like one', () => {
    for (const [text] of spellings) {
      const host = canonicalHost(text)
      if (host === null) continue
      expect(host.type === 'address').toBe(isIPv4(host.text) || isIPv6(host.text))
      if (host.type === 'address') expect(readAddress(host.text)).toEqual(host.address)
    }
  })

  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom(
      '.',
      '..',
      '0x',
      '127',
      '0',
      '::',
      '[',
      ']',
      '%',
      '@',
      ':',
      'a',
      'localhost',
      'ö',
      '。',
      '１',
    ),
  )
  const anyText = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

  it('brings its own spelling to itself', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.domain(), fc.ipV4(), fc.ipV4Extended()), (text) => {
        const host = canonicalHost(text)
        if (host === null) return
        const written = host.text.includes(':') ? `[${host.text}]` : host.text
        expect(canonicalHost(written)).toEqual(host)
        expect(host.text).toMatch(/^[a-z0-9_.:-]+$/)
      }),
      { numRuns: 1000 },
    )
  })

  it('agrees with the parser of URLs on all that it takes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.webAuthority(),
          fc.domain(),
          fc.ipV4(),
          fc.ipV4Extended(),
          fc.ipV6().map((text) => `[${text}]`),
        ),
        (text) => {
          const host = canonicalHost(text)
          if (host === null) return
          const parsed = new URL(`http://${text}/`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
          const address = readAddress(parsed)
          expect(host.text).toBe(address?.text ?? parsed)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('takes every address that the parser of URLs takes, and finds the same one', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV4(),
          fc.ipV4Extended(),
          fc.ipV6().map((text) => `[${text}]`),
        ),
        (text) => {
          const parsed = new URL(`http://${text}/`).hostname.replace(/^\[|\]$/g, '')
          expect(canonicalHost(text)?.text).toBe(readAddress(parsed)?.text)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
