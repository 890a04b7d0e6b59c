import { findPrograms, type RunCommand } from '../../process'
import type { Caller } from '../box'

/** Who runs inside. */
export type InsideUser = { readonly uid: number; readonly gid: number }

/**
 * For a Glovebox that runs as root: an account that is nobody's. The engine can't map one account to another as
 * bubblewrap does, so the run's folders are this account's for as long as the box is open.
 */
const userForRoot: InsideUser = { uid: 58_471, gid: 58_471 }

/** Root inside would still be the machine's root to the kernel, without its powers but with its files. */
export function userFor({ uid, gid }: Caller): InsideUser {
  return uid === 0 ? userForRoot : { uid, gid }
}

const chownMs = 10 * 60_000

/**
 * Hands folders with all that is in them from one account to another. By chown(1), which follows no link, goes from
 * folder to folder by descriptor and knows no tree that is too deep. Nothing runs in the folders meanwhile.
 */
export async function handOver(
  folders: readonly string[],
  from: InsideUser,
  to: InsideUser,
  runCommand: RunCommand,
): Promise<boolean> {
  const [chown] = await findPrograms('chown', { PATH: '/usr/bin:/bin' })
  if (chown === undefined) return false
  const done = await runCommand(
    {
      executable: chown,
      args: ['-R', '-h', '-P', `--from=${from.uid}`, `${to.uid}:${to.gid}`, '--', ...folders],
      environment: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      folder: '/',
      input: null,
    },
    { timeoutMs: chownMs, maxOutputBytes: 64 * 1024 },
  )
  return done.ok && done.value.code === 0
}
