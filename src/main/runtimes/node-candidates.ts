import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findPrograms } from '../process'

export type NodeCandidatesDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The user's home folder, absolute. */
  readonly home: string
  readonly platform: NodeJS.Platform
}

/**
 * Where a Node may be, best first: PATH, then the folders that installers and version managers use. An app started
 * from a dock or a menu has a poor PATH, so those are looked at, too. A `*` stands for a version, newest first.
 */
export async function listNodeCandidates(deps: NodeCandidatesDeps): Promise<readonly string[]> {
  const onPath = await findPrograms('node', deps.environment)
  const installed = await Promise.all(installPatterns(deps).map(expandVersion))
  return [...new Set([...onPath, ...installed.flat()])]
}

function installPatterns({ environment, home, platform }: NodeCandidatesDeps): readonly string[] {
  if (platform === 'win32') {
    const programs = environment['ProgramFiles'] ?? 'C:\\Program Files'
    return [join(programs, 'nodejs', 'node.exe'), join(home, 'AppData', 'Roaming', 'nvm', '*', 'node.exe')]
  }
  const inHome = [
    '.volta/tools/image/node/*/bin/node',
    '.nvm/versions/node/*/bin/node',
    '.local/share/fnm/node-versions/*/installation/bin/node',
    'Library/Application Support/fnm/node-versions/*/installation/bin/node',
    '.fnm/node-versions/*/installation/bin/node',
    '.local/share/mise/installs/node/*/bin/node',
    '.asdf/installs/nodejs/*/bin/node',
    '.nodenv/versions/*/bin/node',
  ].map((path) => join(home, path))
  return [
    '/opt/homebrew/bin/node',
    '/usr/local/bin/node',
    '/usr/bin/node',
    '/opt/local/bin/node',
    '/snap/node/current/bin/node',
    ...inHome,
    '/usr/local/n/versions/node/*/bin/node',
  ]
}

async function expandVersion(pattern: string): Promise<readonly string[]> {
  const [before, after] = pattern.split('*')
  if (before === undefined || after === undefined) return [pattern]
  const names = await readdir(before).catch(() => [])
  return names.sort(newestFirst).map((name) => `${before}${name}${after}`)
}

function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true })
}
