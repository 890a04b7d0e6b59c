import { existsSync } from 'node:fs'

/**
 * Path of the SQLite addon to load, or null for the one its package brings. The package's own fits Node-API 10 and
 * newer; set-up builds another for an older Electron and names it in GLOVEBOX_SQLITE_BINDING; a package made with such
 * an Electron carries it in its resources.
 */
export function findSqliteBinding(packaged: string, isPackaged: boolean): string | null {
  // A package loads no code that a variable names: that door is closed by its fuses, too.
  if (isPackaged) return existsSync(packaged) ? packaged : null
  const named = process.env['GLOVEBOX_SQLITE_BINDING'] ?? ''
  return named === '' ? null : named
}
