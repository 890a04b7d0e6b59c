import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, ok, type Result } from '../../../shared'

const controlFileName = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** Writes a file that must not be there yet: exclusive, 0600, on the disk when this returns. Gives its path. */
export async function writeControlFile(
  controlFolder: string,
  name: string,
  text: string,
): Promise<Result<string>> {
  if (!controlFileName.test(name))
    return failure('internal.bug', 'A control file has a short plain name.', { name })
  const path = join(controlFolder, name)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    return ok(path)
  } catch (cause) {
    return failure(
      'workspace.mirror_failed',
      'A file in the run’s control folder can’t be written. Check that the disk has space, then run again.',
      { name },
      cause,
    )
  }
}
