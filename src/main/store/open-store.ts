import { ok, type Result } from '../../shared'
import { openDatabase } from './database/open-database'
import { noLog } from './log'
import { storePaths } from './paths'
import { createStore, type StoreOptions } from './store'
import type { Store } from './types'

/**
 * Opens the store, or creates it. Fails with store.newer, store.corrupt, store.unavailable or store.full; the file is
 * kept in each case (I10). Methods of the opened store throw StoreError for what can go wrong later (a full disk).
 */
export function openStore(options: StoreOptions): Result<Store> {
  const { folder, nativeBinding, log = noLog } = options
  const opened = openDatabase(storePaths(folder).database, { nativeBinding, log })
  return opened.ok ? ok(createStore(opened.value, options)) : opened
}
