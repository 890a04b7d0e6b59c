import { chmodSync, closeSync, constants, fchmodSync, openSync } from 'node:fs'
import { isCode } from '../files/error-code'

/** A folder that entries are named in. `base`: how it is reached for listing. */
export type HeldFolder = {
  readonly base: Buffer
  readonly entry: (name: Uint8Array) => Buffer
  readonly makeWritable: () => void
  readonly release: () => void
}

const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Holds a folder, which must not be a link. On Linux it is held open and its entries are named through the handle:
 * should somebody swap the folder for a link, what we name stays in the folder we opened.
 */
export function holdFolder(path: Buffer): HeldFolder {
  if (process.platform !== 'linux')
    return { ...namesIn(path), makeWritable: () => chmodSync(path, 0o700), release: () => undefined }
  const handle = openFolder(path)
  return {
    ...namesIn(Buffer.from(`/proc/self/fd/${handle}`)),
    makeWritable: () => fchmodSync(handle, 0o700),
    release: () => closeSync(handle),
  }
}

/** Does something that needs to write a folder of ours, after giving us the permission if it was taken away. */
export function withWriting(folder: HeldFolder, act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!isCode(error, 'EACCES', 'EPERM')) throw error
    folder.makeWritable()
    act()
  }
}

function openFolder(path: Buffer): number {
  try {
    return openSync(path, folderFlags)
  } catch (error) {
    if (!isCode(error, 'EACCES')) throw error
    chmodSync(path, 0o700)
    return openSync(path, folderFlags)
  }
}

function namesIn(base: Buffer): Pick<HeldFolder, 'base' | 'entry'> {
  const prefix = Buffer.concat([base, Buffer.from('/')])
  return { base, entry: (name) => Buffer.concat([prefix, name]) }
}
