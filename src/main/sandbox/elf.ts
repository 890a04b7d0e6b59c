import type { Machine } from './seccomp/system-calls'

const elfMachines: Readonly<Record<Machine, number>> = { x64: 62, arm64: 183 }
const address = 0x40_0000
const headerBytes = 64
const segmentBytes = 56
const page = 0x1_0000

/** A program of a few instructions as an ELF file (elf(5)) of one segment that is read and run. */
export function buildProgram(machine: Machine, code: Uint8Array): Buffer {
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
  file.writeUInt32LE(1, headerBytes)
  file.writeUInt32LE(5, headerBytes + 4)
  for (const [field, value] of [0, address, address, file.length, file.length, page].entries())
    file.writeBigUInt64LE(BigInt(value), headerBytes + 8 + 8 * field)
  file.set(code, codeOffset)
  return file
}
