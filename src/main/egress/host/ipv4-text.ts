/** What a number part may be written in: decimal, octal with a leading 0, hexadecimal with 0x. */
const part = /^(?:0x(?<hex>[0-9a-f]*)|0(?<octal>[0-7]+)|(?<decimal>0|[1-9][0-9]*))$/

/**
 * Whether a host's last label makes it an IPv4 address, whatever else is in it (WHATWG URL, "ends in a number"): what
 * then is no address is no name either.
 */
export function endsInNumber(host: string): boolean {
  return /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/.test(host)
}

/**
 * Reads an IPv4 address in all spellings that the systems' own resolvers take: one to four parts, each decimal, octal
 * or hexadecimal, the last one filling what is left (WHATWG URL, "IPv4 parser"). Lower case; null: it is none.
 */
export function readIpv4(text: string): readonly number[] | null {
  const numbers = text.split('.').map(readPart)
  const last = numbers.pop()
  if (last === undefined || last === null || numbers.length > 3) return null
  const bytes: number[] = []
  for (const number of numbers) {
    if (number === null || number > 255) return null
    bytes.push(number)
  }
  const left = 4 - bytes.length
  if (last >= 256 ** left) return null
  for (let place = left - 1; place >= 0; place -= 1) bytes.push(Math.floor(last / 256 ** place) % 256)
  return bytes
}

/** At most 2^53; beyond that it is too large in any place. */
function readPart(text: string): number | null {
  const groups = part.exec(text)?.groups
  if (groups === undefined) return null
  const { hex, octal, decimal } = groups
  if (hex !== undefined) return hex === '' ? 0 : Number.parseInt(hex, 16)
  return octal === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(octal, 8)
}
