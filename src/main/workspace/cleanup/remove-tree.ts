import { opendirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import { type HeldFolder, holdFolder, withWriting } from './held-folder'

/** Beyond this depth a folder is first moved to the top, so that neither paths nor open handles run out. */
const maxDepth = 60
const maxRounds = 2000
const namesAtOnce = 1000

export type TreeRemoval = {
  readonly folder: string
  readonly first: string | null
  readonly last: string | null
}

/**
 * Removes a folder with everything in it: what is called `first` at its top before all else, the file `last` there at
 * the very end. Follows no link. Copes with read-only folders, names of any bytes and any depth. Throws what can't be
 * removed. Synchronous, for a worker thread.
 */
export function removeTree({ folder, first, last }: TreeRemoval): void {
  const top = holdFolder(Buffer.from(folder))
  let lifted = 0
  const lift = (path: Buffer, from: HeldFolder): void => {
    // Moving a folder changes its `..`, which needs permission to write it.
    holdFolder(path).release()
    const target = top.entry(Buffer.from(`.lifted-${lifted}`))
    lifted += 1
    withWriting(from, () => renameSync(path, target))
  }
  try {
    const kept = last === null ? null : Buffer.from(last)
    if (first !== null) empty(top, 0, (name) => !name.equals(Buffer.from(first)), lift)
    const isKept = (name: Buffer): boolean => kept?.equals(name) === true
    for (let round = 0; empty(top, 0, isKept, lift); round += 1)
      if (round === maxRounds) throw new Error('The folder keeps being filled.')
    if (kept !== null) withWriting(top, () => unlinkSync(top.entry(kept)))
  } finally {
    top.release()
  }
  rmdirSync(folder)
}

/** Removes what is in a folder but for the names that are kept; false when there was nothing. */
function empty(
  folder: HeldFolder,
  depth: number,
  isKept: (name: Buffer) => boolean,
  lift: (path: Buffer, from: HeldFolder) => void,
): boolean {
  let found = false
  for (let names = someNames(folder, isKept); names.length > 0; names = someNames(folder, isKept)) {
    found = true
    for (const { name, isFolder } of names) {
      const path = folder.entry(name)
      if (!isFolder) withWriting(folder, () => unlinkSync(path))
      else if (depth >= maxDepth) lift(path, folder)
      else {
        const child = holdFolder(path)
        try {
          empty(child, depth + 1, () => false, lift)
        } finally {
          child.release()
        }
        withWriting(folder, () => rmdirSync(path))
      }
    }
    if (names.length < namesAtOnce) break
  }
  return found
}

/**
 * The first names of a folder. Never all of them: a program that makes links can fill a folder with millions in a moment.
 * Listed anew after their removal, since a listing that goes on while names are removed may pass some over.
 */
function someNames(
  folder: HeldFolder,
  isKept: (name: Buffer) => boolean,
): readonly { readonly name: Buffer; readonly isFolder: boolean }[] {
  const names: { readonly name: Buffer; readonly isFolder: boolean }[] = []
  const listing = opendirSync(folder.base, { encoding: 'latin1', bufferSize: namesAtOnce })
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
      const name = Buffer.from(entry.name, 'latin1')
      if (!isKept(name)) names.push({ name, isFolder: entry.isDirectory() })
      if (names.length === namesAtOnce) break
    }
  } finally {
    listing.closeSync()
  }
  return names
}
