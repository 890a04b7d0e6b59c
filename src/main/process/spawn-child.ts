import { stat } from 'node:fs/promises'
import { Duplex, type Readable, type Writable } from 'node:stream'
import { execa } from 'execa'
import { type GloveboxError, ok, type Result } from '../../shared'
import type { Invocation } from './invocation'
import { descriptorsFor } from './leaked-descriptors'
import { startFailure } from './start-failure'

/** How the process itself ended, whatever became of its children. */
export type ChildExit = {
  readonly code: number | null
  readonly signal: string | null
  /** What held it was lost, so that nobody can tell how it ended. */
  readonly error?: GloveboxError
}

export type Child = {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  readonly exited: Promise<ChildExit>
}

/**
 * Creates a process exactly as its invocation says: no shell, nothing inherited, a process group of its own. The one
 * place that does. Its three streams are pipes; a reader has to be attached before control goes back to the loop.
 */
export async function spawnChild(
  invocation: Invocation,
  extraEnvironment: Readonly<Record<string, string>>,
): Promise<Result<Child>> {
  if (holdsNul(invocation)) return startFailure(invocation, nulError, { folder: true, executable: true })
  const spawned = create(invocation, extraEnvironment)
  if ('child' in spawned) return ok(spawned.child)
  const error = await spawned.error
  return startFailure(invocation, error, {
    folder: await exists(invocation.folder),
    executable: await exists(invocation.executable),
  })
}

type Spawned = { readonly child: Child } | { readonly error: unknown }

function create(invocation: Invocation, extraEnvironment: Readonly<Record<string, string>>): Spawned {
  const { inherits = [] } = invocation
  const given = invocation.closesRest === true ? inherits : descriptorsFor(inherits)
  try {
    const subprocess = execa(invocation.executable, invocation.args, {
      cwd: invocation.folder,
      env: { ...invocation.environment, ...extraEnvironment },
      extendEnv: false,
      preferLocal: false,
      shell: false,
      // Windows has no process groups; detached would open a console window there.
      detached: process.platform !== 'win32',
      windowsHide: true,
      buffer: false,
      reject: false,
      encoding: 'buffer',
      stdio: ['pipe', 'pipe', 'pipe', ...given.map((content) => (content === 'ignore' ? content : 'pipe'))],
    })
    const { pid } = subprocess
    if (pid === undefined) return { error: subprocess }
    const exited = new Promise<ChildExit>((resolve) => {
      subprocess.once('exit', (code, signal) => resolve({ code, signal }))
    })
    const { stdin, stdout, stderr } = subprocess
    // The other end may close its input at any time: that is its right, not an error of ours.
    stdin.on('error', () => undefined)
    give(given, subprocess.stdio.slice(3))
    return { child: { pid, stdin, stdout, stderr, exited } }
  } catch (error) {
    return { error }
  }
}

/** Writes each content to its descriptor, and ends that. What the program says there is nothing we asked for. */
function give(contents: readonly (Uint8Array | 'ignore')[], streams: readonly unknown[]): void {
  contents.forEach((content, index) => {
    const stream = streams[index]
    if (content === 'ignore' || !(stream instanceof Duplex)) return
    stream.on('error', () => undefined)
    stream.resume()
    stream.end(content)
  })
}

const nulError = { code: 'ERR_INVALID_ARG_VALUE' }

/** NUL ends a string for the system: what comes after it would be lost without a word. */
function holdsNul({ executable, args, environment, folder }: Invocation): boolean {
  return [executable, folder, ...args, ...Object.entries(environment).flat()].some((text) =>
    text.includes('\0'),
  )
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
