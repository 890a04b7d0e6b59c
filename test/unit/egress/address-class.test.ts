import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInRange, readAddress, readRange } from '../../../src/main/egress/host/address'
import { type AddressClass, addressClass } from '../../../src/main/egress/host/address-class'

const classes: Readonly<Record<AddressClass, string>> = {
  public:
    '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 223.255.255.255 2606:4700:4700::1111 2a00:1450::1 64:ff9b::8.8.8.8',
  loopback: '127.0.0.1 127.255.255.255 ::1 ::ffff:127.0.0.1 64:ff9b::127.0.0.1',
  private:
    '10.0.0.0 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 fc00::1 fdff::1 fec0::1 ::ffff:10.0.0.1 64:ff9b::10.0.0.1',
  link_local: '169.254.0.1 169.254.255.255 fe80::1 febf::1 ::ffff:169.254.1.1',
  metadata:
    '169.254.169.254 169.254.170.2 100.100.100.200 168.63.129.16 fd00:ec2::254 ::ffff:169.254.169.254',
  shared: '100.64.0.0 100.127.255.255',
  multicast: '224.0.0.1 239.255.255.255 ff02::1 ff00::',
  unspecified: '0.0.0.0 0.1.2.3 ::',
  reserved:
    '192.0.0.1 192.0.2.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 240.0.0.1 255.255.255.255 192.88.99.1 2001::1 2001:db8::1 2002:7f00:1:: 100::1 ::127.0.0.1 ::2 64:ff9b:1::1 3fff::1 4000::1 5f00::1 fbff::1',
}

const address = (text: string) => {
  const read = readAddress(text)
  if (read === null) throw new Error(`${text} is no address`)
  return read
}

describe('the class of an address', () => {
  for (const [name, texts] of Object.entries(classes))
    it.each(texts.split(' '))(`%s is ${name}`, (text) => {
      expect(addressClass(address(text))).toBe(name)
    })

  it('agrees with Node’s own lists of blocks on private and loopback addresses', () => {
    const inside = new BlockList()
    inside.addSubnet('10.0.0.0', 8)
    inside.addSubnet('172.16.0.0', 12)
    inside.addSubnet('192.168.0.0', 16)
    inside.addSubnet('127.0.0.0', 8)
    inside.addSubnet('fc00::', 7, 'ipv6')
    inside.addAddress('::1', 'ipv6')
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const read = address(text)
        if (inside.check(read.text, read.family === 4 ? 'ipv4' : 'ipv6'))
          expect(addressClass(read)).not.toBe('public')
      }),
    )
  })
})

describe('addresses and ranges', () => {
  it.each(['', '1', '1.2.3', '01.2.3.4', '1.2.3.4 ', 'a', '[::1]', 'fe80::1%eth0', '1.2.3.4/8'])(
    '%j is no address',
    (text) => expect(readAddress(text)).toBeNull(),
  )

  it.each(['10.0.0.0/8', '10.0.0.1', '0.0.0.0/0', 'fc00::/7', '::/0', '192.168.1.4/30', '::1/128'])(
    '%s is a range',
    (text) => expect(readRange(text)).not.toBeNull(),
  )

  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0.1/8',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10/8',
    '::/129',
    '::ffff:10.0.0.0/8',
  ])('%j is no range', (text) => expect(readRange(text)).toBeNull())

  it('finds an address in a range by its first bits', () => {
    const cases = fc.tuple(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }))
    fc.assert(
      fc.property(cases, ([one, other, bits]) => {
        const mask = bits === 0 ? 0n : (0xffffffffn << BigInt(32 - bits)) & 0xffffffffn
        const number = (text: string) => text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
        const start = number(one) & mask
        const text = [24n, 16n, 8n, 0n].map((shift) => (start >> shift) & 255n).join('.')
        const range = readRange(`${text}/${bits}`)
        if (range === null) throw new Error(`${text}/${bits} is no range`)
        expect(isInRange(address(other), range)).toBe((number(other) & mask) === start)
      }),
    )
  })

  it('writes IPv6 in the spelling of RFC 5952', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const read = address(text)
        if (read.family === 6) expect(read.text).toBe(new URL(`http://[${text}]/`).hostname.slice(1, -1))
      }),
    )
  })
})
