/**
 * Classic BPF as the kernel's seccomp takes it (linux/filter.h, linux/bpf_common.h, linux/seccomp.h). One instruction
 * is 8 bytes: code (u16), jump if true, jump if false (u8 each: how many instructions to skip), constant (u32).
 */
export type Instruction = {
  readonly code: number
  readonly yes: number
  readonly no: number
  readonly constant: number
}

/** Offsets in `struct seccomp_data`; an argument is a u64, of which the low half comes first on both our machines. */
export const dataOffset = {
  call: 0,
  machine: 4,
  argument: (index: number): number => 16 + 8 * index,
} as const

export const opcode = {
  load: 0x20,
  jumpIfEqual: 0x15,
  jumpIfAtLeast: 0x35,
  jumpIfAnyBit: 0x45,
  answer: 0x06,
} as const

export const load = (offset: number): Instruction => ({
  code: opcode.load,
  yes: 0,
  no: 0,
  constant: offset,
})

export const answer = (value: number): Instruction => ({
  code: opcode.answer,
  yes: 0,
  no: 0,
  constant: value,
})

type Jump = 'jumpIfEqual' | 'jumpIfAtLeast' | 'jumpIfAnyBit'

export const jump = (kind: Jump, constant: number, yes: number, no: number): Instruction => ({
  code: opcode[kind],
  yes,
  no,
  constant,
})

const instructionBytes = 8

/** The bytes that bubblewrap's `--seccomp` and the kernel read: little-endian, as both our machines are. */
export function encodeProgram(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * instructionBytes)
  for (const [index, { code, yes, no, constant }] of program.entries()) {
    const at = index * instructionBytes
    bytes.writeUInt16LE(code, at)
    bytes.writeUInt8(yes, at + 2)
    bytes.writeUInt8(no, at + 3)
    bytes.writeUInt32LE(constant >>> 0, at + 4)
  }
  return bytes
}
