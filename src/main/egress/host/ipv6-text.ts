import { isIPv6 } from 'node:net'

/** Reads an IPv6 address without brackets and zone; null: it is none. 16 bytes. */
export function readIpv6(text: string): readonly number[] | null {
  // A zone ("%eth0") names an interface of this machine: nothing that a box has to know.
  if (text.includes('%') || !isIPv6(text)) return null
  const [head = '', tail] = text.split('::')
  const before = readGroups(head)
  const after = tail === undefined ? [] : readGroups(tail)
  return [...before, ...Array<number>(16 - before.length - after.length).fill(0), ...after]
}

function readGroups(text: string): readonly number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number)
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
}

/** The one spelling of RFC 5952: lower case, no leading zeros, the longest run of zeros (of two or more) as `::`. */
export function writeIpv6(bytes: readonly number[]): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0)).toString(16),
  )
  const { from, length } = longestZeros(groups)
  if (length < 2) return groups.join(':')
  return `${groups.slice(0, from).join(':')}::${groups.slice(from + length).join(':')}`
}

function longestZeros(groups: readonly string[]): { readonly from: number; readonly length: number } {
  let best = { from: 0, length: 0 }
  let from = 0
  groups.forEach((group, index) => {
    if (group !== '0') from = index + 1
    else if (index + 1 - from > best.length) best = { from, length: index + 1 - from }
  })
  return best
}
