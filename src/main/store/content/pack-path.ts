import { join } from 'node:path'

const packId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const suffix = '.pack'

/** A pack's file, or null for a name that is none: ids come back from the database and are not joined unseen. */
export function packPath(packsFolder: string, pack: string): string | null {
  return packId.test(pack) ? join(packsFolder, pack + suffix) : null
}

/** The pack's id that a file name stands for; null for any other file. */
export function packOfFile(name: string): string | null {
  const id = name.slice(0, -suffix.length)
  return name.endsWith(suffix) && packId.test(id) ? id : null
}
