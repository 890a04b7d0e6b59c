import type { Machine } from '../seccomp/system-calls'
import { type AttemptCall, attemptNumber } from './call-numbers'
import { callerMemory } from './caller-program'

/** Memory for one start of the caller program: its calls, and what their arguments point to. */
export type Image = {
  /** Puts bytes, ended by NUL, into the memory; their address. */
  readonly bytes: (content: string | Uint8Array) => number
  /** Room for an answer; its address. */
  readonly room: (bytes: number) => number
  /** Adds a call; its place, by which its answer is found. */
  readonly call: (name: AttemptCall, ...args: readonly number[]) => number
  readonly encode: () => Buffer
}

/** What came back. An answer below 0 is an error by its number, as the kernel gives it. */
export type Answers = {
  /** null: the machine has no such call, or nothing came back. */
  readonly of: (place: number) => number | null
  readonly text: (address: number, bytes: number) => string
}

const recordBytes = 64
const mostCalls = 400
const dataOffset = 8 + recordBytes * mostCalls

/** A number no kernel has a call for: it answers ENOSYS, as one without the call does. */
const noSuchCall = 0xffff

export function createImage(machine: Machine): Image {
  const memory = Buffer.alloc(callerMemory.bytes)
  let calls = 0
  let used = dataOffset
  const take = (bytes: number): number => {
    const at = used
    used += Math.ceil(bytes / 8) * 8
    if (used > memory.length) throw new Error('an attempt does not fit into the memory of its program')
    return at
  }
  return {
    bytes: (content) => {
      const given = typeof content === 'string' ? Buffer.from(content) : content
      const at = take(given.length + 1)
      memory.set(given, at)
      return callerMemory.start + at
    },
    room: (bytes) => callerMemory.start + take(bytes),
    call: (name, ...args) => {
      if (calls === mostCalls) throw new Error('too many calls for one start')
      const at = 8 + recordBytes * calls
      const values = [attemptNumber(name, machine) ?? noSuchCall, ...args]
      for (const [index, value] of values.entries()) memory.writeBigInt64LE(BigInt(value), at + 8 * index)
      calls += 1
      memory.writeBigUInt64LE(BigInt(calls), 0)
      return calls - 1
    },
    encode: () => Buffer.from(memory),
  }
}

/** Reads what the program wrote; null where it did not write its whole memory, because it did not run or not end. */
export function readAnswers(output: Buffer): Answers | null {
  if (output.length !== callerMemory.bytes) return null
  return {
    of: (place) => Number(output.readBigInt64LE(8 + recordBytes * place + 56)),
    text: (address, bytes) => {
      const at = address - callerMemory.start
      return output.toString('latin1', at, at + bytes)
    },
  }
}
