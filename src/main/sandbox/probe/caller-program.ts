import { buildProgram, page } from '../elf'
import type { Machine } from '../seccomp/system-calls'

/**
 * The smallest program there is that makes system calls: it reads its memory from standard input, makes each call that
 * is listed there, notes what the kernel answered, and writes its memory to standard output. So one and the same
 * attempt runs on the host and inside any box, whatever is installed there.
 */
export const callerMemory = { start: 0x1000_0000, bytes: 0x1_0000 } as const

/**
 * The instructions, assembled from:
 *
 *     at, left = start, bytes;  do { n = read(0, at, left); if (n <= 0) break; at += n } while (left -= n)
 *     count = *(u64 *)start;  record = start + 8
 *     while (count--) { record[7] = syscall(record[0] … record[6]);  record += 8 }
 *     at, left = start, bytes;  do { n = write(1, at, left); if (n <= 0) break; at += n } while (left -= n)
 *     exit_group(0)
 */
const instructions: Readonly<Record<Machine, string>> = {
  x64:
    '41bc0000001041bd0000010031c031ff4c89e64c89ea0f054885c07e084901c44929c575e7bb00000010488b2b4883c3084885ed742a488b03488b7b' +
    '08488b7310488b53184c8b53204c8b43284c8b4b300f05488943384883c34048ffcdebd141bc0000001041bd00000100b801000000bf010000004c89' +
    'e64c89ea0f054885c07e084901c44929c575e1b8e700000031ff0f05',
  arm64:
    '1300a2d23400a0d2000080d2e10313aae20314aae80780d2010000d41f0000f18d0000547302008b940200ebe1feff541500a2d2b68640f8560100b4' +
    'a80240f9a08640a9a28e41a9a49642a9010000d4a01e00f9b5020191d60600d1f7ffff171300a2d23400a0d2200080d2e10313aae20314aa080880d2' +
    '010000d41f0000f18d0000547302008b940200ebe1feff54000080d2c80b80d2010000d4',
}

/** The program as a file's content: code at its start, then, on a page of its own, its zeroed memory. */
export function buildCallerProgram(machine: Machine): Buffer {
  return buildProgram(machine, Buffer.from(instructions[machine], 'hex'), {
    offset: page,
    address: callerMemory.start,
    content: Buffer.alloc(callerMemory.bytes),
    writable: true,
  })
}
