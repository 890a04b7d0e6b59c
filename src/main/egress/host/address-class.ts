import { type Address, type AddressRange, addressOf, isInRange, readRange } from './address'

/** What an address is for. Only `public` ones are reached without a rule that names them. */
export type AddressClass =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link_local'
  /** Where clouds answer their own machines, with credentials among the answers. */
  | 'metadata'
  /** Shared by the customers of a network (RFC 6598). */
  | 'shared'
  | 'multicast'
  | 'unspecified'
  /** Documentation, benchmarks, tunnels, and what is given to nobody. */
  | 'reserved'

/**
 * By the IANA registries of special-purpose addresses (RFC 6890 and its updates) and the clouds' own documentation. The
 * first range that an address lies in decides.
 */
const table: readonly (readonly [AddressClass, string])[] = [
  ['metadata', '169.254.169.254 169.254.170.2 169.254.170.23 100.100.100.200 168.63.129.16 192.0.0.192'],
  ['metadata', 'fd00:ec2::254 fd00:ec2::23 fd20:ce::254'],
  ['unspecified', '0.0.0.0/8 ::'],
  ['loopback', '127.0.0.0/8 ::1'],
  ['private', '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 fec0::/10'],
  ['shared', '100.64.0.0/10'],
  ['link_local', '169.254.0.0/16 fe80::/10'],
  ['multicast', '224.0.0.0/4 ff00::/8'],
  ['reserved', '192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24'],
  ['reserved', '240.0.0.0/4'],
  // Teredo, ORCHID, benchmarks and documentation; 6to4; documentation.
  ['reserved', '2001::/23 2001:db8::/32 2002::/16 3fff::/20'],
  ['public', '0.0.0.0/0 2000::/3'],
  // IPv6 gives nothing else to the public.
  ['reserved', '::/0'],
]

const ranges = table.flatMap(([name, texts]) =>
  texts.split(' ').flatMap((text) => {
    const range = readRange(text)
    return range === null ? [] : [{ name, range }]
  }),
)

/** Where a network without IPv4 puts every IPv4 address (RFC 6052): the class is that of the address within. */
const translated: AddressRange | null = readRange('64:ff9b::/96')

export function addressClass(address: Address): AddressClass {
  if (translated !== null && isInRange(address, translated))
    return addressClass(addressOf(address.bytes.slice(12)))
  return ranges.find(({ range }) => isInRange(address, range))?.name ?? 'reserved'
}
