import type { Machine } from '../seccomp/system-calls'

/**
 * The first process of a container of our own image, as an ELF file (elf(5)) of a few bytes. It lives as long as its
 * standard input, and takes away what ends without a parent by not wanting to know of it. Assembled from:
 *
 *     rt_sigaction(SIGCHLD, &{ SIG_IGN }, 0, 8)
 *     do { n = read(0, buffer, 256) } while (n > 0 || n == -EINTR)
 *     exit_group(0)
 */
const instructions: Readonly<Record<Machine, string>> = {
  x64:
    '6a006a006a006a01b80d000000bf110000004889e631d241ba080000000f0531c031ff488db42400feffffba000100000f05' +
    '4885c07fe84883f8fc74e2b8e700000031ff0f05',
  arm64:
    '200080d2e07fbea9ff7f01a9200280d2e1030091020080d2030180d2c81080d2010000d4000080d2e10308d1022080d2' +
    'e80780d2010000d41f0000f14cffff541f1000b100ffff54000080d2c80b80d2010000d4',
}

const elfMachines: Readonly<Record<Machine, number>> = { x64: 62, arm64: 183 }
const address = 0x40_0000
const headerBytes = 64
const segmentBytes = 56
const page = 0x1_0000

export function buildWatchdog(machine: Machine): Buffer {
  const code = Buffer.from(instructions[machine], 'hex')
  const codeOffset = headerBytes + segmentBytes
  const file = Buffer.alloc(codeOffset + code.length)
  file.write('\x7fELF', 0, 'latin1')
  // 64 bits, little-endian, version 1.
  file.set([2, 1, 1], 4)
  file.writeUInt16LE(2, 16)
  file.writeUInt16LE(elfMachines[machine], 18)
  file.writeUInt32LE(1, 20)
  file.writeBigUInt64LE(BigInt(address + codeOffset), 24)
  file.writeBigUInt64LE(BigInt(headerBytes), 32)
  file.writeUInt16LE(headerBytes, 52)
  file.writeUInt16LE(segmentBytes, 54)
  file.writeUInt16LE(1, 56)
  // One segment that is loaded, to be read and run.
  file.writeUInt32LE(1, headerBytes)
  file.writeUInt32LE(5, headerBytes + 4)
  for (const [field, value] of [0, address, address, file.length, file.length, page].entries())
    file.writeBigUInt64LE(BigInt(value), headerBytes + 8 + 8 * field)
  code.copy(file, codeOffset)
  return file
}
