import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type LogFileOptions = {
  readonly folder: string
  /** Size at which a new file is begun, in bytes. The one before is kept, older ones are not. */
  readonly maxBytes?: number
}

const defaultMaxBytes = 5 * 1024 * 1024

/**
 * A `write` for the logger: appends to `glovebox.log` in the folder, readable by the user alone. Written at once, since
 * the lines before a crash are the ones that count. A disk that can't be written is no reason to fail: the line is lost.
 */
export function createLogFile({
  folder,
  maxBytes = defaultMaxBytes,
}: LogFileOptions): (line: string) => void {
  const path = join(folder, 'glovebox.log')
  let size: number | null = null
  return (line) => {
    try {
      size ??= open(folder, path)
      if (size > maxBytes) {
        renameSync(path, `${path}.old`)
        size = 0
      }
      appendFileSync(path, line, { mode: 0o600 })
      size += Buffer.byteLength(line)
    } catch {
      size = null
    }
  }
}

function open(folder: string, path: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
