import { failure, ok, type Result } from '../../../shared/result'

/** One entry of git's index. `path` holds the raw bytes: git's paths need not be UTF-8. */
export type IndexEntry = {
  /** File mode as git writes it: 0o100644, 0o100755, 0o120000 (link), 0o160000 (submodule), 0o040000 (sparse folder). */
  readonly mode: number
  /** 0, or 1–3 in an unresolved merge. */
  readonly stage: number
  readonly skipWorktree: boolean
  readonly intentToAdd: boolean
  readonly path: Buffer
}

/** The command whose output `parseIndexListing` reads. It starts nothing, opens no work tree file and writes nothing. */
export const indexListingArgs = [
  'ls-files',
  '--cached',
  '--stage',
  '-v',
  '--debug',
  '-z',
  '--full-name',
] as const

const nul = 0
const newline = 10
const tab = 9
const intentToAddFlag = 1 << 29
/** Lines that --debug prints below each path: ctime, mtime, dev and ino, uid and gid, size and flags. */
const debugLines = 5

/**
 * Reads `TAG MODE OBJECT STAGE<TAB>PATH<NUL>` and the five debug lines after each. A lower-case tag is a file that is
 * assumed unchanged, S or s one that is not checked out (sparse). Format: git-ls-files(1), builtin/ls-files.c.
 */
export function parseIndexListing(output: Buffer): Result<readonly IndexEntry[]> {
  const entries: IndexEntry[] = []
  for (let at = 0; at < output.length; ) {
    const pathStart = output.indexOf(tab, at) + 1
    const pathEnd = output.indexOf(nul, pathStart)
    const end = pathStart === 0 || pathEnd === -1 ? -1 : skipLines(output, pathEnd + 1, debugLines)
    if (end === -1) return unreadable(at)
    const head = /^([A-Za-z?]) (\d{6}) [0-9a-f]{40,64} ([0-3])$/.exec(
      output.toString('latin1', at, pathStart - 1),
    )
    const flags = /\tflags: ([0-9a-f]+)\n$/.exec(
      output.toString('latin1', Math.max(pathEnd + 1, end - 40), end),
    )
    if (head === null || flags === null) return unreadable(at)
    entries.push({
      mode: Number.parseInt(head[2] ?? '', 8),
      stage: Number(head[3]),
      skipWorktree: head[1] === 'S' || head[1] === 's',
      intentToAdd: (Number.parseInt(flags[1] ?? '', 16) & intentToAddFlag) !== 0,
      path: output.subarray(pathStart, pathEnd),
    })
    at = end
  }
  return ok(entries)
}

/** The place after `count` line ends from `at` on, or -1. */
function skipLines(output: Buffer, at: number, count: number): number {
  let end = at
  for (let line = 0; line < count; line += 1) {
    const found = output.indexOf(newline, end)
    if (found === -1) return -1
    end = found + 1
  }
  return end
}

function unreadable(offset: number): Result<never> {
  return failure(
    'workspace.git_failed',
    'git’s list of tracked files could not be understood. Update git, then try again.',
    {
      offset,
    },
  )
}
