import { buildProgram } from '../elf'
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

export function buildWatchdog(machine: Machine): Buffer {
  return buildProgram(machine, Buffer.from(instructions[machine], 'hex'))
}
