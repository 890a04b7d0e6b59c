import { constants } from 'node:fs'
import { access, open, realpath, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { type Failure, failure, ok, type Result } from '../../shared'

/**
 * Identity of a probed executable: it must still be the same file when the process is created (I6). `path` is real
 * (no link in it). `changedMs` is the inode's change time, which a program can't set back as it can `modifiedMs`.
 */
export type ExecutableIdentity = {
  readonly path: string
  readonly device: number
  readonly inode: number
  readonly size: number
  readonly modifiedMs: number
  readonly changedMs: number
}

/** Looks at an executable by its absolute path, through links. Failures: `runtime.unavailable` with a sentence. */
export async function identifyExecutable(path: string): Promise<Result<ExecutableIdentity>> {
  if (!isAbsolute(path)) return unavailable(path, 'is not an absolute path')
  const real = await realpath(path).catch(() => null)
  if (real === null) return unavailable(path, 'is not there')
  const found = await stat(real).catch(() => null)
  if (found === null) return unavailable(path, 'is not there')
  if (!found.isFile()) return unavailable(path, 'is not a file')
  const allowed = await access(real, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!allowed) return unavailable(path, 'may not be run by this account')
  if (!(await looksRunnable(real))) return unavailable(path, 'is not a program for this system')
  return ok({
    path: real,
    device: found.dev,
    inode: found.ino,
    size: found.size,
    modifiedMs: found.mtimeMs,
    changedMs: found.ctimeMs,
  })
}

/** Whether the path still leads to the very file that was identified, unchanged: in its rights and first bytes, too. */
export async function sameExecutable(identity: ExecutableIdentity): Promise<boolean> {
  const { path } = identity
  const [real, found] = await Promise.all([realpath(path).catch(() => null), stat(path).catch(() => null)])
  return (
    real === path &&
    found?.dev === identity.device &&
    found.ino === identity.inode &&
    found.size === identity.size &&
    found.mtimeMs === identity.modifiedMs &&
    found.ctimeMs === identity.changedMs
  )
}

/** First bytes of what this system runs: a script with an interpreter, ELF, Mach-O (thin, fat; both byte orders), PE. */
const scriptStart = '2321'
const programStarts: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [scriptStart, '7f454c46'],
  darwin: [scriptStart, 'cffaedfe', 'cefaedfe', 'feedfacf', 'feedface', 'cafebabe'],
  win32: ['4d5a'],
}

/**
 * Looks at the file's first bytes. A file that the system can't run would otherwise be handed to /bin/sh by the C
 * library, which then runs it as a script: not the program that was probed. A file that may be run but not read passes.
 */
async function looksRunnable(path: string): Promise<boolean> {
  const starts = programStarts[process.platform]
  if (starts === undefined) return true
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null)
  if (file === null) return true
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    const start = buffer.toString('hex', 0, bytesRead)
    return starts.some((each) => start.startsWith(each))
  } finally {
    await file.close()
  }
}

function unavailable(path: string, what: string): Failure {
  return failure('runtime.unavailable', `${path} ${what}.`, { path })
}
