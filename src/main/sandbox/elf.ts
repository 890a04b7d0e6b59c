import type { Machine } from './seccomp/system-calls'

/** `e_machine` of elf(5). */
const elfMachines: Readonly<Record<Machine, number>> = { x64: 62, arm64: 183 }

const codeAddress = 0x40_0000
const headerBytes = 64
const segmentBytes = 56
const loaded = 1
const rights = { run: 1, write: 2, read: 4 } as const
/** The largest page that either machine may have. */
export const page = 0x1_0000

/** What a program finds in its memory beside its code. */
export type ProgramData = {
  /** Where it stands in the file, behind the code, and where in memory: equal within a page. */
  readonly offset: number
  readonly address: number
  readonly content: Uint8Array
  readonly writable: boolean
}

/**
 * A program of a few instructions as an ELF file (elf(5)), made byte by byte: no compiler, nothing downloaded. It starts
 * with the first of them.
 */
export function buildProgram(machine: Machine, code: Uint8Array, data?: ProgramData): Buffer {
  const count = data === undefined ? 1 : 2
  const codeOffset = headerBytes + count * segmentBytes
  const codeEnd = codeOffset + code.length
  const file = Buffer.alloc(data === undefined ? codeEnd : data.offset + data.content.length)
  file.write('\x7fELF', 0, 'latin1')
  // 64 bits, little-endian, version 1.
  file.set([2, 1, 1], 4)
  file.writeUInt16LE(2, 16)
  file.writeUInt16LE(elfMachines[machine], 18)
  file.writeUInt32LE(1, 20)
  file.writeBigUInt64LE(BigInt(codeAddress + codeOffset), 24)
  file.writeBigUInt64LE(BigInt(headerBytes), 32)
  file.writeUInt16LE(headerBytes, 52)
  file.writeUInt16LE(segmentBytes, 54)
  file.writeUInt16LE(count, 56)
  const write = (index: number, flags: number, values: readonly number[]): void => {
    const at = headerBytes + index * segmentBytes
    file.writeUInt32LE(loaded, at)
    file.writeUInt32LE(flags, at + 4)
    for (const [field, value] of values.entries()) file.writeBigUInt64LE(BigInt(value), at + 8 + 8 * field)
  }
  write(0, rights.read | rights.run, [0, codeAddress, codeAddress, codeEnd, codeEnd, page])
  file.set(code, codeOffset)
  if (data === undefined) return file
  const { offset, address, content, writable } = data
  const flags = rights.read | (writable ? rights.write : 0)
  write(1, flags, [offset, address, address, content.length, content.length, page])
  file.set(content, offset)
  return file
}
