import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** Every file called `name` on PATH that may be run, by absolute path, in PATH's order. Relative entries are passed over. */
export async function findPrograms(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter(isAbsolute)
  const paths = [...new Set(folders.map((folder) => join(folder, file)))]
  const runnable = await Promise.all(paths.map(isRunnable))
  return paths.filter((_, index) => runnable[index])
}

async function isRunnable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
