import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openStore, type Store } from '../../src/main/store'

/** A store as the app opens it: the worker's entry lies beside the bundled script that was started. */
export function openBenchStore(folder: string): Store {
  const opened = openStore({
    folder,
    nativeBinding: process.env['GLOVEBOX_SQLITE'] ?? null,
    now: Date.now,
    log: (level, message, details) => level === 'info' || console.error(message, details),
    checkpointWorker: pathToFileURL(join(dirname(process.argv[1] ?? ''), 'checkpoint-worker.js')),
  })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}
