import { lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findPrograms, type RunCommand } from '../../process'

/** Numbers of the kernel's devices that `--dev` shows (devices.txt of the kernel). */
const devices = {
  null: [1, 3],
  zero: [1, 5],
  full: [1, 7],
  random: [1, 8],
  urandom: [1, 9],
  tty: [5, 0],
} as const

/** Device files of our own: by name in /dev, where they lie. */
export type OwnDevices = Readonly<Record<string, string>>

/**
 * bwrap shows the host's own device files, and to their owner, root, their rights are open to change for the whole
 * machine. So a Glovebox that runs as root makes files of its own for the same devices. Empty where it may not: then the
 * host's are shown.
 */
export async function makeOwnDevices(folder: string, runCommand: RunCommand): Promise<OwnDevices> {
  const [mknod] = await findPrograms('mknod', { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' })
  if (mknod === undefined) return {}
  await mkdir(folder, { recursive: true, mode: 0o711 }).catch(() => undefined)
  const there = new Set(await readdir(folder).catch(() => []))
  for (const [name, [major, minor]] of Object.entries(devices)) {
    if (there.has(name)) continue
    await runCommand(
      {
        executable: mknod,
        args: ['-m', '666', join(folder, name), 'c', String(major), String(minor)],
        environment: { PATH: '/usr/bin:/bin' },
        folder: '/',
        input: null,
      },
      { timeoutMs: 5000, maxOutputBytes: 4096 },
    )
  }
  const made = await Promise.all(
    Object.entries(devices).map(async ([name, [major, minor]]) => {
      const found = await lstat(join(folder, name)).catch(() => null)
      const isIt = found?.isCharacterDevice() === true && found.rdev === major * 256 + minor
      return isIt ? [[name, join(folder, name)] as const] : []
    }),
  )
  return Object.fromEntries(made.flat())
}
