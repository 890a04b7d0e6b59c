import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { readRegularFile } from '../files/read-regular-file'

/** A folder as the file system knows it, whatever it is called. */
export type FolderIdentity = { readonly device: string; readonly inode: string }

/** A real folder of this user's at the path; null: there is none. */
export async function identifyFolder(path: string): Promise<FolderIdentity | null> {
  const found = await lstat(path, { bigint: true }).catch(() => null)
  if (found === null || !found.isDirectory()) return null
  if (process.geteuid !== undefined && Number(found.uid) !== process.geteuid()) return null
  return { device: String(found.dev), inode: String(found.ino) }
}

/** What is noted of a folder of ours. `identity` is null from before it is made until it is there. */
export type MadeFolder = { readonly name: string; readonly identity: FolderIdentity | null }

/**
 * Proof of the run folders that Glovebox made (I10), one file each, beside the folder that holds them: an agent that
 * tidies up, renames or removes what lies around its mirror does not come by it.
 */
export type MadeFolders = {
  readonly note: (made: MadeFolder) => Promise<void>
  readonly find: (name: string) => Promise<MadeFolder | null>
  readonly names: () => Promise<readonly string[]>
  /** Removes notes that a crash cut off while they were written. Only while none is being written. */
  readonly tidy: () => Promise<void>
  readonly forget: (name: string) => Promise<void>
}

const maxBytes = 1024
const halfWritten = '.new'
const text = z.string().regex(/^\d+$/)
const noteSchema = z.object({
  application: z.literal('glovebox'),
  name: z.string(),
  identity: z.object({ device: text, inode: text }).nullable(),
})

export function createMadeFolders(runsFolder: string): MadeFolders {
  const folder = join(dirname(runsFolder), `${basename(runsFolder)}-made`)
  const fileOf = (name: string): string => join(folder, `${name}.json`)

  return {
    note: async ({ name, identity }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const fresh = `${fileOf(name)}${halfWritten}`
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0)
      const file = await open(fresh, flags, 0o600)
      try {
        await file.writeFile(`${JSON.stringify({ application: 'glovebox', name, identity })}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(fresh, fileOf(name))
    },
    find: async (name) => {
      const bytes = basename(name) === name ? await readRegularFile(fileOf(name), maxBytes) : null
      const note = noteSchema.safeParse(bytes === null ? null : parseJson(bytes.toString('utf8')))
      return note.success && note.data.name === name ? { name, identity: note.data.identity } : null
    },
    names: async () => {
      const files = await readdir(folder).catch((): string[] => [])
      return files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length))
    },
    tidy: async () => {
      const files = await readdir(folder).catch((): string[] => [])
      const left = files.filter((file) => file.endsWith(`.json${halfWritten}`))
      for (const file of left) await unlink(join(folder, file)).catch(() => undefined)
    },
    forget: (name) => unlink(fileOf(name)).catch(() => undefined),
  }
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}
