/** What the kernel hands a filter about one system call. */
export type Call = { readonly machine: number; readonly call: number; readonly args?: readonly bigint[] }

/** A small interpreter of classic BPF, as linux/filter.h describes it: reads the encoded bytes, not our own types. */
export function runFilter(program: Buffer, { machine, call, args = [] }: Call): number {
  const data = Buffer.alloc(64)
  data.writeInt32LE(call | 0, 0)
  data.writeUInt32LE(machine, 4)
  for (const [index, value] of args.entries())
    data.writeBigUInt64LE(BigInt.asUintN(64, value), 16 + 8 * index)
  let accumulator = 0
  let steps = 0
  for (let at = 0; ; at += 8) {
    steps += 1
    if (at + 8 > program.length) throw new Error(`fell off the end after ${steps} steps`)
    const code = program.readUInt16LE(at)
    const yes = program.readUInt8(at + 2)
    const no = program.readUInt8(at + 3)
    const constant = program.readUInt32LE(at + 4)
    const skip = (taken: boolean): number => 8 * (taken ? yes : no)
    switch (code) {
      case 0x20:
        accumulator = data.readUInt32LE(constant)
        break
      case 0x15:
        at += skip(accumulator === constant)
        break
      case 0x35:
        at += skip(accumulator >= constant)
        break
      case 0x45:
        at += skip((accumulator & constant) >>> 0 !== 0)
        break
      case 0x06:
        return constant
      default:
        throw new Error(`unknown instruction 0x${code.toString(16)}`)
    }
  }
}
