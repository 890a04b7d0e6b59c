import type { Machine } from '../seccomp/system-calls'

/**
 * firejail takes no filter of system calls that it did not write itself, knows no tests of arguments but a few, and
 * hands a program's arguments on through a shell, 128 of them and 4 KB each at most. So what it starts is this program:
 * it makes a session of its own, puts our filter in place and becomes the program that it was built for, with arguments
 * that never pass a command line. Made here, byte by byte, as an ELF file (elf(5)).
 *
 *     setsid();
 *     if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) goto failed;
 *     execve(argv[0], argv, environment of its own start);
 *     failed: write(2, notStarted, 48);  exit_group(125)
 */
const instructions: Readonly<Record<Machine, string>> = {
  x64:
    '4889e3b8700000000f05b89d000000bf26000000be0100000031d24531d24531c00f0585c07531b89d000000bf16000000be02000000ba300250000f' +
    '0585c07517488b0b488d54cb10be40025000488b3eb83b0000000f05b801000000bf02000000be00025000ba300000000f05bf7d000000b8e7000000' +
    '0f05',
  arm64:
    'f3030091a81380d2010000d4c00480d2210080d2020080d2030080d2040080d2e81480d2010000d4000200b5c00280d2410080d2024680d2020aa0f2' +
    'e81480d2010000d4200100b5690240f962420091420c098b014880d2010aa0f2200040f9a81b80d2010000d4400080d2014080d2010aa0f2020680d2' +
    '080880d2010000d4a00f80d2c80b80d2010000d4',
}

/** What it says, and its exit code, where the filter could not be put in place or the program is not there. */
export const notStartedText = 'glovebox: the program could not be started here\n'
export const notStartedCode = 125

/** `e_machine` of elf(5). */
const elfMachines: Readonly<Record<Machine, number>> = { x64: 62, arm64: 183 }

const codeAddress = 0x40_0000
const dataAddress = 0x50_0000
const headerBytes = 64
const segmentBytes = 56
const codeOffset = headerBytes + 2 * segmentBytes
/** The instructions know these places: the text of failure, `struct sock_fprog`, the table of arguments. */
const dataOffset = 0x200
const programOffset = notStartedText.length
const tableOffset = programOffset + 16
const pointerBytes = 8
/** The largest page that either machine may have. */
const page = 0x1_0000
const segment = { loaded: 1, canRun: 1, canRead: 4 } as const

/** The program as a file's content. `command`: its first part is a path, for nothing looks it up. */
export function buildFilterProgram(machine: Machine, filter: Uint8Array, command: readonly string[]): Buffer {
  const code = Buffer.from(instructions[machine], 'hex')
  const data = encodeData(filter, command)
  const file = Buffer.alloc(dataOffset + data.length)
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
  file.writeUInt16LE(2, 56)
  const parts = [
    {
      flags: segment.canRead | segment.canRun,
      offset: 0,
      address: codeAddress,
      bytes: codeOffset + code.length,
    },
    { flags: segment.canRead, offset: dataOffset, address: dataAddress + dataOffset, bytes: data.length },
  ]
  for (const [index, { flags, offset, address, bytes }] of parts.entries()) {
    const at = headerBytes + index * segmentBytes
    file.writeUInt32LE(segment.loaded, at)
    file.writeUInt32LE(flags, at + 4)
    const values = [offset, address, address, bytes, bytes, page]
    for (const [field, value] of values.entries()) file.writeBigUInt64LE(BigInt(value), at + 8 + 8 * field)
  }
  code.copy(file, codeOffset)
  data.copy(file, dataOffset)
  return file
}

const instructionBytes = 8

/** The text, `struct sock_fprog` (linux/filter.h), the table of arguments ended by 0, the filter, the arguments. */
function encodeData(filter: Uint8Array, command: readonly string[]): Buffer {
  const texts = command.map((text) => Buffer.from(`${text}\0`, 'utf8'))
  const filterOffset = tableOffset + pointerBytes * (command.length + 1)
  const textsOffset = filterOffset + filter.length
  const data = Buffer.alloc(textsOffset + texts.reduce((sum, { length }) => sum + length, 0))
  const address = (offset: number): bigint => BigInt(dataAddress + dataOffset + offset)
  data.write(notStartedText, 'latin1')
  data.writeUInt16LE(filter.length / instructionBytes, programOffset)
  data.writeBigUInt64LE(address(filterOffset), programOffset + pointerBytes)
  data.set(filter, filterOffset)
  let at = textsOffset
  for (const [index, text] of texts.entries()) {
    data.writeBigUInt64LE(address(at), tableOffset + pointerBytes * index)
    text.copy(data, at)
    at += text.length
  }
  return data
}
