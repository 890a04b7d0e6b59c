import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** The first git on PATH, by absolute path, or null. Relative entries of PATH are passed over: they depend on the folder. */
export async function findGit(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter(isAbsolute)
  const name = process.platform === 'win32' ? 'git.exe' : 'git'
  for (const folder of folders) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found?.isFile() !== true) continue
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return path
  }
  return null
}
