import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a probe leaves outside its folder when it is ended with the app, by what it is found again. */

export const segmentBytes = 4096

/** Where the socket of a probe lies whose folder has too long a name; by the probe's token alone. */
export const socketFolderOf = (token: string): string => join('/tmp', `glovebox-${token}`)

const noteName = 'segment'

/** Written before the segment is made. `folder`: the probe's own. */
export async function noteSegment(folder: string, key: number): Promise<void> {
  await writeFile(join(folder, noteName), `${key}\n`, { mode: 0o600 })
}

/** The key that was drawn; null: none was noted, so none was made. */
export async function readSegmentNote(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, noteName), 'utf8').catch(() => '')
  return /^\d{1,10}\n$/.test(text) ? Number(text) : null
}
