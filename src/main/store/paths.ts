import { join } from 'node:path'

/** Where the store keeps things below its own folder. */
export function storePaths(folder: string): { readonly database: string; readonly packs: string } {
  return { database: join(folder, 'glovebox.db'), packs: join(folder, 'packs') }
}
