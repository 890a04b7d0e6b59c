import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The source tree. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** What belongs to this checkout alone and git ignores: stamps, reports, bundles. */
export const localCache = join(root, '.cache')

/** What every checkout of this user shares: the registry-hosted Electron and the SQLite binding built for it. */
export const sharedCache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'glovebox')

/** A path in node_modules. */
export const inModules = (...parts) => join(root, 'node_modules', ...parts)

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

export const packageJson = readJson(join(root, 'package.json'))
