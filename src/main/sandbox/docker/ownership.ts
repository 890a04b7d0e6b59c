import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { findPrograms, type RunCommand } from '../../process'
import { type Caller, isWithin } from '../box'

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

/** Whose the folders of open boxes are. Does nothing where the one who runs Glovebox runs inside as well. */
export type Ownership = {
  /** Makes the folders, and what was put into them since, the user's inside. */
  readonly hand: (folders: readonly string[], user: InsideUser) => Promise<void>
  /** Gives them back, once no box that is open uses them. */
  readonly takeBack: (token: object) => Promise<void>
  /** Says that a box uses these. */
  readonly use: (token: object, folders: readonly string[], user: InsideUser) => Promise<void>
}

export function createOwnership(caller: Caller, runCommand: RunCommand): Ownership {
  const used = new Map<object, { readonly folders: readonly string[]; readonly user: InsideUser }>()
  const differs = (user: InsideUser): boolean => caller.uid === 0 && user.uid !== 0
  const hand: Ownership['hand'] = async (folders, user) => {
    if (!differs(user)) return
    const wanting = await Promise.all(folders.map((folder) => holdsOthers(folder, user)))
    const left = folders.filter((_, index) => wanting[index])
    if (left.length > 0) await handOver(left, caller, user, runCommand)
  }
  return {
    hand,
    use: async (token, folders, user) => {
      used.set(token, { folders, user })
      await hand(folders, user)
    },
    takeBack: async (token) => {
      const own = used.get(token)
      used.delete(token)
      if (own === undefined || !differs(own.user)) return
      const others = [...used.values()].flatMap(({ folders }) => folders)
      const free = own.folders.filter(
        (folder) => !others.some((other) => isWithin(other, folder) || isWithin(folder, other)),
      )
      if (free.length > 0) await handOver(free, own.user, caller, runCommand)
    },
  }
}

const mostLooks = 200

/** Whether there is anything in a folder that is not the user's; true, too, for one that is too large for a quick look. */
async function holdsOthers(folder: string, { uid }: InsideUser): Promise<boolean> {
  const waiting = [folder]
  for (let looks = 0; waiting.length > 0; looks += 1) {
    const path = waiting.pop()
    if (path === undefined || looks === mostLooks) return true
    const found = await lstat(path).catch(() => null)
    if (found === null) continue
    if (found.uid !== uid) return true
    if (!found.isDirectory()) continue
    const listing = await opendir(path, { bufferSize: mostLooks }).catch(() => null)
    if (listing === null) continue
    for await (const { name } of listing) {
      // Not to its end, where it holds millions.
      if (waiting.length > mostLooks) return true
      waiting.push(join(path, name))
    }
  }
  return false
}
