import { readdir } from 'node:fs/promises'
import type { RootEntries } from './arguments'

/** Looks at what lies at the root of this machine. */
export async function readRootEntries(): Promise<RootEntries> {
  const entries = await readdir('/', { withFileTypes: true })
  const path = ({ name }: { readonly name: string }): string => `/${name}`
  return {
    folders: entries.filter((entry) => entry.isDirectory()).map(path),
    files: entries.filter((entry) => !entry.isDirectory() && !entry.isSymbolicLink()).map(path),
  }
}
