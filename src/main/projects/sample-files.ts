import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** One file of the sample: its path in the repository, with slashes. */
export type SampleFile = {
  readonly path: string
  readonly content: Buffer
  readonly executable: boolean
}

/** Where the mode would come from: a package or a checkout may have lost it. */
const executableFolder = 'bin/'
/** Packagers and ignore rules treat dot files in their own ways; so they are kept under another name. */
const dotPrefix = 'dot-'

/** Reads the sample's files, sorted by path; `dot-env` is the file `.env`. */
export async function readSampleFiles(source: string): Promise<readonly SampleFile[]> {
  const paths = await listFiles(source, '')
  const files = paths.map(async (stored): Promise<SampleFile> => {
    const path = stored.replace(new RegExp(`(^|/)${dotPrefix}`, 'g'), '$1.')
    return {
      path,
      content: await readFile(join(source, stored)),
      executable: path.startsWith(executableFolder),
    }
  })
  return (await Promise.all(files)).sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function listFiles(root: string, below: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true })
  const paths = entries.map(async (entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) return listFiles(root, path)
    // NFC: some file systems hand names back decomposed, which would be another path for git.
    return entry.isFile() ? [path.normalize('NFC')] : []
  })
  return (await Promise.all(paths)).flat()
}

export async function writeSampleFiles(folder: string, files: readonly SampleFile[]): Promise<void> {
  for (const { path, content, executable } of files) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
    await chmod(target, executable ? 0o755 : 0o644)
  }
}

/** SHA-256 over paths, modes and contents: tells one version of the sample from another. */
export function hashSampleFiles(files: readonly SampleFile[]): string {
  const hash = createHash('sha256')
  for (const { path, content, executable } of files)
    hash.update(JSON.stringify([path, executable, content.length])).update(content)
  return hash.digest('hex')
}
