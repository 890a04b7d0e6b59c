import { readdir, rm } from 'node:fs/promises'
import { failure, ok, type Result } from '../../../shared/result'
import { packOfFile, packPath } from './pack-path'

/** Ids of the packs that are there, sorted; files of other names are not ours and are left out. */
export async function listPacks(packsFolder: string): Promise<readonly string[]> {
  const names = await readdir(packsFolder).catch((): string[] => [])
  return names.flatMap((name) => packOfFile(name) ?? []).sort()
}

/** Deletes a pack that no entry refers to any more. One that is gone already is fine. */
export async function deletePack(packsFolder: string, pack: string): Promise<Result<void>> {
  const path = packPath(packsFolder, pack)
  if (path === null) return failure('internal.bug', 'This is not the name of a pack.', { pack })
  try {
    await rm(path, { force: true })
    return ok(undefined)
  } catch (cause) {
    return failure(
      'store.unavailable',
      'Recorded content can’t be deleted. Check that Glovebox’s data folder may be written to.',
      { pack },
      cause,
    )
  }
}
