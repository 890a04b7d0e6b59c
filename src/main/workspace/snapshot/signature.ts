import type { Stats } from 'node:fs'

/** What lstat said of a file when its content was last read. `certain`: a later change can't have left it the same. */
export type Signature = {
  readonly size: number
  readonly mode: number
  readonly inode: number
  readonly modifiedMs: number
  readonly changedMs: number
  readonly certain: boolean
}

/** Kernels stamp files with a clock that ticks every few milliseconds; some file systems keep whole seconds only. */
const tickMs = 50
const coarseTickMs = 2000

/** `takenAt`: the time just before the file was looked at, in milliseconds since the epoch. */
export function signatureOf(stats: Stats, takenAt: number): Signature {
  return {
    size: stats.size,
    mode: stats.mode,
    inode: stats.ino,
    modifiedMs: stats.mtimeMs,
    changedMs: stats.ctimeMs,
    certain: wasStill(stats, takenAt),
  }
}

/** Whether the last change lies so far back that another one at `time` would show in the time stamps. */
export function wasStill(stats: Stats, time: number): boolean {
  const coarse = Number.isInteger(stats.ctimeMs / 1000)
  return stats.ctimeMs < time - (coarse ? coarseTickMs : tickMs)
}

/** False where the content may have changed since. The change time can't be set back by a program, unlike the others. */
export function isUnchanged(signature: Signature, stats: Stats): boolean {
  return (
    signature.certain &&
    signature.changedMs === stats.ctimeMs &&
    signature.modifiedMs === stats.mtimeMs &&
    signature.size === stats.size &&
    signature.inode === stats.ino &&
    signature.mode === stats.mode
  )
}
