import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const maxFiles = 100_000
const maxTextBytes = 2 * 1024 * 1024
const skippedFolders = new Set(['.git', 'node_modules'])

/**
 * Every regular file below a folder, in the order of its names, without following a link. `path` is relative, with
 * slashes. `readLines` gives none for a file that is binary or over 2 MB.
 */
export async function* walkFiles(folder, below = '', count = { files: 0 }) {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (count.files >= maxFiles) return
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) yield* walkFiles(folder, path, count)
    } else if (entry.isFile()) {
      count.files += 1
      const { size } = await lstat(join(folder, path)).catch(() => ({ size: 0 }))
      yield { path, size, readLines: () => readLines(join(folder, path), size) }
    }
  }
}

async function readLines(path, size) {
  if (size === 0 || size > maxTextBytes) return []
  const bytes = await readFile(path).catch(() => Buffer.alloc(0))
  if (bytes.subarray(0, 8000).includes(0)) return []
  const lines = bytes.toString('utf8').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
