import type { NetworkInterfaceInfo } from 'node:os'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { type Address, readAddress } from '../../../src/main/egress/host/address'
import { isOnOwnNetwork } from '../../../src/main/egress/host/own-networks'
import { readRules } from '../../../src/main/egress/rules/rule-set'

vi.mock('node:os', async (original) => ({
  ...(await original<typeof import('node:os')>()),
  networkInterfaces: vi.fn(),
}))

const at = (text: string): Address => {
  const address = readAddress(text)
  if (address === null) throw new Error(text)
  return address
}
const on = (address: string, bits: number): NetworkInterfaceInfo => {
  const common = {
    address,
    netmask: '',
    mac: '00:00:00:00:00:00',
    internal: false,
    cidr: `${address}/${bits}`,
  }
  return address.includes(':') ? { ...common, family: 'IPv6', scopeid: 0 } : { ...common, family: 'IPv4' }
}

describe('addresses of this machine', () => {
  const home = { eth0: [on('203.0.114.7', 20), on('2a00:1:2:3::7', 64)], tun0: [on('2a00:9::1', 16)] }

  it.each([
    ['its own', '203.0.114.7', true],
    // A server’s neighbours in a data centre are strangers to each other.
    ['one beside it', '203.0.114.8', false],
    ['its own', '2a00:1:2:3::7', true],
    ['another device of the home', '2a00:1:2:3:ffff::1', true],
    ['another home', '2a00:1:2:4::1', false],
    ['its own of a tunnel', '2a00:9::1', true],
    ['one of a whole provider', '2a00:8::1', false],
  ])('%s: %s is %s', (_, text, expected) => {
    expect(isOnOwnNetwork(at(text), home)).toBe(expected)
  })

  it('are reached only by a rule that names them', () => {
    vi.mocked(networkInterfaces).mockReturnValue(home)
    const refusal = (host: string, address: string, addresses?: readonly string[]) => {
      const rules = readRules([{ host, port: 443, ...(addresses === undefined ? {} : { addresses }) }])
      if (!rules.ok) throw new Error(rules.error.message)
      const name = { type: 'name', text: host } as const
      return rules.value.refusesAddress(name, 443, at(address))
    }
    expect(refusal('a.example', '2a00:1:2:3::9')).toBe('address_refused')
    expect(refusal('a.example', '2a00:1:2:3::9', ['2a00:1:2:3::/64'])).toBeNull()
    expect(refusal('a.example', '2a00:1:2:4::9')).toBeNull()
  })
})
