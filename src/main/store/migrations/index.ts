import type { Migration } from '../database/migrate'
import { initial } from './0001-initial'
import { nativeLines } from './0002-native-lines'
import { network } from './0003-network'

/** All formats the file has had, oldest first. To change the format: a new file here, its hash in the pinning test. */
export const migrations: readonly Migration[] = [initial, nativeLines, network]

/** Tables that grow with what is recorded: left out of the check at start once the file is large. */
export const largeTables: readonly string[] = [
  'events',
  'native_lines',
  'frames',
  'file_changes',
  'session_folds',
  'content',
]
