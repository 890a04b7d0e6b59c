import { buildProgram } from '../elf'
import type { Machine } from '../seccomp/system-calls'

/**
 * firejail takes no filter of system calls that it did not write itself, knows no tests of arguments but a few, and
 * hands a program's arguments on through a shell, 128 of them and 4 KB each at most. So what it starts is this program:
 * it makes a session of its own, puts our filter in place and becomes the program that it was built for, with arguments
 * that never pass a command line.
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

const dataAddress = 0x50_0000
/** The instructions know these places: the text of failure, `struct sock_fprog`, the table of arguments. */
const dataOffset = 0x200
const programOffset = notStartedText.length
const tableOffset = programOffset + 16
const pointerBytes = 8

/** The program as a file's content. `command`: its first part is a path, for nothing looks it up. */
export function buildFilterProgram(machine: Machine, filter: Uint8Array, command: readonly string[]): Buffer {
  return buildProgram(machine, Buffer.from(instructions[machine], 'hex'), {
    offset: dataOffset,
    address: dataAddress + dataOffset,
    content: encodeData(filter, command),
    writable: false,
  })
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
