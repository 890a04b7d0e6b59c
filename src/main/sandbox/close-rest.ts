import { randomUUID } from 'node:crypto'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildProgram } from './elf'
import type { Machine } from './seccomp/system-calls'

/**
 * Closes every descriptor from a number on, then becomes the program that its arguments name. Electron holds dozens open
 * that it hands on to whatever is started, new ones at any time, and Node can't close them. Assembled from:
 *
 *     close_range(first, ~0, 0);  execve(argv[1], argv + 1, envp);  exit_group(127)
 *
 * A kernel before 5.9 has no such call: then they stay open, and the probe finds it so.
 */
const instructions: Readonly<Record<Machine, (first: number) => Buffer>> = {
  x64: (first) => {
    const code = Buffer.from(
      'bf00000000beffffffff31d2b8b40100000f05488b7c2410488d742410488b0c24488d54cc10b83b0000000f05bf7f000000b8e70000000f05',
      'hex',
    )
    code.writeUInt32LE(first, 1)
    return code
  },
  arm64: (first) => {
    const code = Buffer.from(
      '000080520100801202008052883680d2010000d4e00b40f9e1430091e30340f9e26f238b42400091a81b80d2010000d4e00f80d2c80b80d2010000d4',
      'hex',
    )
    // movz w0, #first
    code.writeUInt32LE(0x5280_0000 | (first << 5), 0)
    return code
  },
}

/** The program that keeps descriptors below `first`, as a file's content. `first`: 3 to 65,535. */
export function buildCloseRest(machine: Machine, first: number): Buffer {
  return buildProgram(machine, instructions[machine](first))
}

/** Puts that program into a folder of ours, once; its path. */
export async function layCloseRest(folder: string, machine: Machine, first: number): Promise<string> {
  const path = join(folder, `keep-below-${first}`)
  const content = buildCloseRest(machine, first)
  const found = await stat(path).catch(() => null)
  if (found?.size === content.length) return path
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const fresh = `${path}.${randomUUID()}`
  await writeFile(fresh, content, { mode: 0o755 })
  await rename(fresh, path)
  return path
}
