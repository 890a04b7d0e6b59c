import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAddress } from '../../../src/main/egress/host/address'
import { canonicalHost } from '../../../src/main/egress/host/canonical-host'
import { bothAllow, type EgressRule, readRule, readRules } from '../../../src/main/egress/rules/rule-set'

const host = (text: string) => {
  const read = canonicalHost(text)
  if (read === null) throw new Error(`${text} is no host`)
  return read
}
const address = (text: string) => {
  const read = readAddress(text)
  if (read === null) throw new Error(`${text} is no address`)
  return read
}
const rules = (...list: readonly EgressRule[]) => {
  const read = readRules(list)
  if (!read.ok) throw new Error(read.error.message)
  return read.value
}

describe('rules by host and port', () => {
  const set = rules(
    { host: 'api.example.org', port: 443 },
    { host: '*.example.com', port: 443 },
    { host: '*.example.com', port: 8443 },
    { host: 'Bücher.example.', port: 80 },
    { host: '1.1.1.1', port: 53 },
  )

  it.each([
    ['api.example.org', 443, null],
    ['API.Example.ORG.', 443, null],
    ['api.example.org', 80, 'port_not_listed'],
    ['example.org', 443, 'host_not_listed'],
    ['x.api.example.org', 443, 'host_not_listed'],
    ['api.example.org.evil.net', 443, 'host_not_listed'],
    ['evilapi.example.org', 443, 'host_not_listed'],
    ['a.example.com', 443, null],
    ['a.b.example.com', 8443, null],
    ['a.example.com', 80, 'port_not_listed'],
    ['example.com', 443, 'host_not_listed'],
    ['evilexample.com', 443, 'host_not_listed'],
    ['example.com.evil.net', 443, 'host_not_listed'],
    ['xn--bcher-kva.example', 80, null],
    ['1.1.1.1', 53, null],
    ['0x01010101', 53, null],
    ['1.1.1.2', 53, 'host_not_listed'],
  ] as const)('%s:%i is %s', (name, port, expected) => {
    expect(set.refusesHost(host(name), port)).toBe(expected)
  })

  it('an empty list refuses everything', () => {
    fc.assert(
      fc.property(fc.domain(), fc.integer({ min: 1, max: 65535 }), (name, port) => {
        expect(rules().refusesHost(host(name), port)).toBe('host_not_listed')
      }),
    )
  })

  it('a rule for names below one takes nothing that does not end in it after a dot', () => {
    fc.assert(
      fc.property(fc.domain(), (name) => {
        const taken = set.refusesHost(host(name), 443) === null
        expect(taken).toBe(name.endsWith('.example.com') || name === 'api.example.org')
      }),
    )
  })
})

describe('addresses', () => {
  const set = rules(
    { host: 'public.example.org', port: 443 },
    { host: 'inner.example.org', port: 443, addresses: ['10.0.0.0/8', 'fd00::/8'] },
    { host: 'localhost', port: 11434 },
    { host: '192.168.1.5', port: 80 },
    { host: '[::1]', port: 80 },
  )

  it.each([
    ['public.example.org', 443, '93.184.216.34', null],
    ['public.example.org', 443, '10.0.0.1', 'address_refused'],
    ['public.example.org', 443, '127.0.0.1', 'address_refused'],
    ['public.example.org', 443, '::1', 'address_refused'],
    ['public.example.org', 443, '::ffff:169.254.169.254', 'address_refused'],
    ['public.example.org', 443, '0.0.0.0', 'address_refused'],
    ['public.example.org', 443, '100.64.0.1', 'address_refused'],
    ['public.example.org', 443, '224.0.0.1', 'address_refused'],
    ['inner.example.org', 443, '10.200.0.1', null],
    ['inner.example.org', 443, 'fd12::1', null],
    ['inner.example.org', 443, '93.184.216.34', null],
    ['inner.example.org', 443, '192.168.1.5', 'address_refused'],
    ['inner.example.org', 443, '127.0.0.1', 'address_refused'],
    ['localhost', 11434, '127.0.0.1', null],
    ['localhost', 11434, '::1', null],
    ['localhost', 11434, '10.0.0.1', 'address_refused'],
    ['192.168.1.5', 80, '192.168.1.5', null],
    ['192.168.1.5', 443, '192.168.1.5', 'port_not_listed'],
    ['::1', 80, '::1', null],
    ['other.example.org', 443, '93.184.216.34', 'host_not_listed'],
  ] as const)('%s:%i at %s is %s', (name, port, at, expected) => {
    const named = name.includes('::') ? `[${name}]` : name
    expect(set.refusesAddress(host(named), port, address(at))).toBe(expected)
  })

  it('both lists have to allow', () => {
    const narrower = bothAllow(set, rules({ host: 'public.example.org', port: 443 }))
    expect(narrower.refusesHost(host('public.example.org'), 443)).toBeNull()
    expect(narrower.refusesHost(host('localhost'), 11434)).toBe('host_not_listed')
    const wider = bothAllow(
      set,
      rules({ host: 'localhost', port: 1 }, { host: 'evil.example.net', port: 443 }),
    )
    expect(wider.refusesHost(host('evil.example.net'), 443)).toBe('host_not_listed')
  })
})

describe('rules that can’t be read', () => {
  it.each([
    [{ host: '', port: 443 }],
    [{ host: '*', port: 443 }],
    [{ host: '*.com', port: 443 }],
    [{ host: '*.*.example.com', port: 443 }],
    [{ host: 'a.*.example.com', port: 443 }],
    [{ host: '*.10.0.0.1', port: 443 }],
    [{ host: 'exa mple.com', port: 443 }],
    [{ host: 'example.com:443', port: 443 }],
    [{ host: 'https://example.com', port: 443 }],
    [{ host: 'example.com', port: 0 }],
    [{ host: 'example.com', port: 65536 }],
    [{ host: 'example.com', port: 1.5 }],
    [{ host: 'example.com', port: Number.NaN }],
    [{ host: 'example.com', port: 443, addresses: ['10.0.0.1/8'] }],
    [{ host: 'example.com', port: 443, addresses: ['inside'] }],
  ])('%j refuses the whole list', (rule) => {
    const read = readRules([{ host: 'good.example.org', port: 443 }, rule])
    expect(read.ok ? null : read.error.code).toBe('policy.invalid')
  })

  it('are read as people write them', () => {
    const taken = (text: string) => {
      const read = readRule(text)
      return read.ok ? read.value : read.error.code
    }
    expect(taken(' API.Example.org:443 ')).toEqual({ host: 'api.example.org', port: 443 })
    expect(taken('*.Example.org:8443')).toEqual({ host: '*.example.org', port: 8443 })
    expect(taken('[::1]:80')).toEqual({ host: '::1', port: 80 })
    expect(taken('127.1:80')).toEqual({ host: '127.0.0.1', port: 80 })
    for (const text of [
      'example.org',
      'example.org:',
      'example.org:0',
      'https://example.org',
      ':443',
      'a b:1',
    ])
      expect(taken(text)).toBe('policy.invalid')
  })
})
