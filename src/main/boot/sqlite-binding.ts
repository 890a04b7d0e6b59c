import { existsSync } from 'node:fs'

/**
 * Path of the SQLite addon to load, or null for the one its package brings. The package's own fits Node-API 10 and
 * newer; set-up builds another for an older Electron and names it in GLOVEBOX_SQLITE_BINDING; a package made with such
 * an Electron carries it in its resources.
 */
export function findSqliteBinding(packaged: string): string | null {
  const named = process.env['GLOVEBOX_SQLITE_BINDING']
  if (named !== undefined && named !== '') return named
  return existsSync(packaged) ? packaged : null
}
