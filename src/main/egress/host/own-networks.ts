import { networkInterfaces } from 'node:os'
import { type Address, isInRange, readAddress } from './address'

/** Shorter prefixes are no home's or office's network, but a whole provider's. */
const shortestPrefix = 48

/**
 * Whether an address is one of this machine's own or, in IPv6, on a network that it is on: at home every device has an
 * address that looks public. `interfaces`: as networkInterfaces() of node:os gives them.
 */
export function isOnOwnNetwork(address: Address, interfaces = networkInterfaces()): boolean {
  return Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .some(({ address: text, cidr }) => {
      const own = readAddress(text)
      if (own === null) return false
      const whole = own.bytes.length * 8
      const prefix = Number(cidr?.split('/')[1] ?? whole)
      const bits = own.family === 6 && prefix >= shortestPrefix ? prefix : whole
      return isInRange(address, { start: own, bits })
    })
}
