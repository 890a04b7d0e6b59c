import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export type InstallPlaces = {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The user's home folder, absolute. */
  readonly home: string
  readonly platform: NodeJS.Platform
}

/** Folders in which installers and version managers put `node`, best first. A `*` stands for a version. */
export function nodeFolders({ environment, home, platform }: InstallPlaces): readonly string[] {
  if (platform === 'win32') {
    const programs = environment['ProgramFiles'] ?? 'C:\\Program Files'
    return [join(programs, 'nodejs'), join(home, 'AppData', 'Roaming', 'nvm', '*')]
  }
  return [
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/usr/bin',
    '/opt/local/bin',
    '/snap/node/current/bin',
    ...within(home, [
      '.volta/tools/image/node/*/bin',
      '.nvm/versions/node/*/bin',
      '.local/share/fnm/node-versions/*/installation/bin',
      'Library/Application Support/fnm/node-versions/*/installation/bin',
      '.fnm/node-versions/*/installation/bin',
      '.local/share/mise/installs/node/*/bin',
      '.asdf/installs/nodejs/*/bin',
      '.nodenv/versions/*/bin',
    ]),
    '/usr/local/n/versions/node/*/bin',
  ]
}

/**
 * Folders in which package managers put the programs that they install for the user: Homebrew, then the system's, then
 * npm and its kin, last the version managers, each version of which has global packages of its own.
 */
export function programFolders(places: InstallPlaces): readonly string[] {
  const { home, platform } = places
  if (platform === 'win32')
    return [
      ...within(home, ['.local/bin', 'AppData/Roaming/npm', 'AppData/Local/pnpm', '.bun/bin']),
      ...nodeFolders(places),
    ]
  return [
    ...within(home, ['.local/bin']),
    '/opt/homebrew/bin',
    '/home/linuxbrew/.linuxbrew/bin',
    ...within(home, ['.linuxbrew/bin']),
    '/usr/local/bin',
    '/usr/bin',
    ...within(home, [
      '.npm-global/bin',
      '.npm/bin',
      '.npm-packages/bin',
      'npm/bin',
      '.local/share/pnpm',
      'Library/pnpm',
      '.yarn/bin',
      '.config/yarn/global/node_modules/.bin',
      '.bun/bin',
      // Not ~/.volta/bin: what is there is a stand-in that works only under the name of the link to it.
      '.volta/tools/image/packages/*/bin',
      '.volta/tools/image/packages/@*/*/bin',
    ]),
    ...nodeFolders(places),
  ]
}

/** The folders that patterns stand for; those of one pattern newest version first. Folders need not be there. */
export async function expandFolders(patterns: readonly string[]): Promise<readonly string[]> {
  const expanded = await Promise.all(patterns.map(expand))
  return [...new Set(expanded.flat())]
}

async function expand(pattern: string): Promise<readonly string[]> {
  const star = pattern.indexOf('*')
  if (star === -1) return [pattern]
  const slash = Math.max(pattern.lastIndexOf('/', star), pattern.lastIndexOf('\\', star))
  const before = pattern.slice(0, slash + 1)
  const start = pattern.slice(slash + 1, star)
  const after = pattern.slice(star + 1)
  const names = (await readdir(before).catch(() => [])).filter((name) => name.startsWith(start))
  const found = await Promise.all(names.sort(newestFirst).map((name) => expand(`${before}${name}${after}`)))
  return found.flat()
}

function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true })
}

function within(home: string, paths: readonly string[]): readonly string[] {
  return paths.map((path) => join(home, path))
}
