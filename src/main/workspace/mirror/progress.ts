import type { MirrorProgress } from '../types'

const intervalMs = 100

/** Tells how far copying is, at most every 100 ms and once at the end. */
export function createProgress(
  totalFiles: number,
  now: () => number,
  report: ((progress: MirrorProgress) => void) | undefined,
) {
  let files = 0
  let bytes = 0
  let last = now()
  const tell = (): void => report?.({ files, totalFiles, bytes })
  return {
    add: (entries: readonly { readonly size: number }[]): void => {
      files += entries.length
      for (const { size } of entries) bytes += size
      if (now() - last < intervalMs) return
      last = now()
      tell()
    },
    end: tell,
  }
}
