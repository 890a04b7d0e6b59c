import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Invocation, runBounded, runCommand, startProcess } from '../../src/main/process'
import { type Backend, type BoxRequest, createBubblewrap, type FoundTool } from '../../src/main/sandbox'

export const megabyte = 1024 * 1024

export const testBackend = (path = '/usr/local/bin:/usr/bin:/bin'): Backend =>
  createBubblewrap({
    environment: { PATH: path },
    runCommand,
    startProcess,
    caller: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    machine: process.arch,
    devicesFolder: join(realpathSync(tmpdir()), 'glovebox-devices'),
  })

export type TestFolders = BoxRequest['folders'] & {
  readonly runFolder: string
  /** A folder of the host beside the run's. */
  readonly outside: string
}

export function makeFolders(): TestFolders {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'glovebox-box-')))
  const made = ['mirror', 'control', 'home', 'outside'].map((name) => {
    const path = join(root, name)
    mkdirSync(path, { mode: 0o700 })
    return path
  })
  const [mirrorFolder = '', controlFolder = '', homeFolder = '', outside = ''] = made
  return { runFolder: root, mirrorFolder, controlFolder, homeFolder, outside }
}

export const boxRequest = (folders: TestFolders, more: Partial<BoxRequest> = {}): BoxRequest => ({
  token: randomUUID(),
  folders,
  limits: { memoryBytes: 512 * megabyte, processes: 64, cpuMs: 10_000 },
  network: 'none',
  forbidden: { sealed: [], whole: [] },
  ...more,
})

export const command = (
  folders: TestFolders,
  args: readonly string[],
  more: Partial<Invocation> = {},
): Invocation => ({
  executable: args[0] ?? '',
  args: args.slice(1),
  environment: { PATH: '/usr/bin:/bin' },
  folder: folders.mirrorFolder,
  input: null,
  ...more,
})

export async function toolOf(backend: Backend): Promise<FoundTool> {
  const found = await backend.locate()
  if (!found.ok) throw new Error(`${found.error.message} On Debian: apt-get install bubblewrap`)
  return found.value
}

/** Runs one command in a box of its own; what it printed and how it ended. */
export async function runInside(
  folders: TestFolders,
  args: readonly string[],
  {
    request = {},
    invocation = {},
    wallTimeMs = 20_000,
  }: {
    readonly request?: Partial<BoxRequest>
    readonly invocation?: Partial<Invocation>
    readonly wallTimeMs?: number
  } = {},
) {
  const backend = testBackend()
  const asked = boxRequest(folders, request)
  const opened = await backend.open(await toolOf(backend), asked)
  if (!opened.ok) throw new Error(opened.error.message)
  try {
    const wrapped = await opened.value.wrap(command(folders, args, invocation))
    if (!wrapped.ok) throw new Error(wrapped.error.message)
    const ran = await runBounded(wrapped.value, {
      runToken: asked.token,
      wallTimeMs,
      outputBytes: 64 * megabyte,
      keepBytes: megabyte,
    })
    if (!ran.ok) throw new Error(ran.error.message)
    const { code, stdout, stderr, stopped, survivors } = ran.value
    const usage = await opened.value.usage()
    return {
      code,
      stdout: Buffer.concat([stdout.head, stdout.tail]).toString('utf8'),
      stderr: Buffer.concat([stderr.head, stderr.tail]).toString('utf8'),
      stopped,
      survivors,
      usage,
    }
  } finally {
    await opened.value.close()
  }
}
