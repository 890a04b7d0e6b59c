/** Both containers hold PNG files as they are; formats: Windows ICO (since Vista) and Apple Icon Image (since 10.7). */

const icoSizes = [16, 24, 32, 48, 64, 128, 256]
const icnsTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
]

/**
 * @param {Record<number, Buffer>} png by size in pixels
 * @returns {Buffer} an .ico file
 */
export function ico(png) {
  const head = Buffer.alloc(6 + 16 * icoSizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(icoSizes.length, 4)
  let offset = head.length
  icoSizes.forEach((size, index) => {
    const at = 6 + 16 * index
    // 0 stands for 256.
    head[at] = size % 256
    head[at + 1] = size % 256
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png[size].length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png[size].length
  })
  return Buffer.concat([head, ...icoSizes.map((size) => png[size])])
}

/**
 * @param {Record<number, Buffer>} png by size in pixels
 * @returns {Buffer} an .icns file
 */
export function icns(png) {
  const parts = icnsTypes.flatMap(([type, size]) => [block(type, png[size].length), png[size]])
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([block('icns', length), ...parts])
}

function block(type, length) {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(length + 8, 4)
  return head
}
