import { mkdir, open } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize, sep } from 'node:path'
import { type Done, done, failure, type Result } from '../../shared'
import type { HomeFile } from '../runtimes'

/** Writes what a run's home holds at the start: each file exclusive and 0600, its folders 0700. */
export async function writeHomeFiles(homeFolder: string, files: readonly HomeFile[]): Promise<Result<Done>> {
  for (const { path, content } of files) {
    if (!staysInside(path)) return failure('internal.bug', 'A home file lies outside the home.', { path })
    const target = join(homeFolder, path)
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const file = await open(target, 'wx', 0o600)
      try {
        await file.writeFile(content)
      } finally {
        await file.close()
      }
    } catch (cause) {
      return failure(
        'workspace.mirror_failed',
        'The home of this run can’t be written. Check that the disk has space, then run again.',
        { path },
        cause,
      )
    }
  }
  return done
}

function staysInside(path: string): boolean {
  const plain = normalize(path)
  return !isAbsolute(plain) && plain !== '..' && !plain.startsWith(`..${sep}`)
}
