import { randomUUID } from 'node:crypto'
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runCommand } from '../../../src/main/process'
import { type BoxRequest, createDocker, type DockerDeps, type OpenBox } from '../../../src/main/sandbox'
import { boxRequest, command, makeFolders, megabyte, type TestFolders } from '../box'
import type { TestEngine } from './engine'

export const testDocker = (engine: Pick<TestEngine, 'environment'>, more: Partial<DockerDeps> = {}) => {
  const stateFolder = realpathSync(mkdtempSync(join(tmpdir(), 'docker-state-')))
  return createDocker({
    environment: engine.environment,
    home: stateFolder,
    platform: process.platform,
    caller: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    runCommand,
    installation: randomUUID(),
    machine: process.arch,
    stateFolder,
    dockerfile: resolve('resources/sandbox/Dockerfile'),
    ...more,
  })
}

/** An open box of its own for one test. */
export async function openBox(
  backend: ReturnType<typeof testDocker>,
  folders: TestFolders = makeFolders(),
  request: Partial<BoxRequest> = {},
) {
  const tool = await backend.locate()
  if (!tool.ok) throw new Error(tool.error.message)
  const asked = boxRequest(folders, request)
  const opened = await backend.open(tool.value, asked)
  if (!opened.ok) throw new Error(`${opened.error.message} ${JSON.stringify(opened.error.details)}`)
  return { folders, request: asked, box: opened.value }
}

/** Runs one command in an open box; what it printed and how it ended. */
export async function runIn(
  { folders, box }: { readonly folders: TestFolders; readonly box: OpenBox },
  args: readonly string[],
  more: Parameters<typeof command>[2] & {
    readonly wallTimeMs?: number
    readonly signal?: AbortSignal
    readonly outputBytes?: number
  } = {},
) {
  const { wallTimeMs = 60_000, signal, outputBytes = 64 * megabyte, ...invocation } = more
  const wrapped = await box.wrap(command(folders, args, invocation))
  if (!wrapped.ok) throw new Error(`${wrapped.error.message} ${JSON.stringify(wrapped.error.details)}`)
  if (box.runBounded === undefined) throw new Error('unreachable')
  const ran = await box.runBounded(wrapped.value, {
    runToken: randomUUID(),
    wallTimeMs,
    outputBytes,
    keepBytes: megabyte,
    ...(signal === undefined ? {} : { signal }),
  })
  if (!ran.ok) throw new Error(`${ran.error.code} ${ran.error.message} ${JSON.stringify(ran.error.details)}`)
  const { stdout, stderr, ...rest } = ran.value
  return {
    ...rest,
    stdout: Buffer.concat([stdout.head, stdout.tail]).toString('utf8'),
    stderr: Buffer.concat([stderr.head, stderr.tail]).toString('utf8'),
    bytes: stdout.bytes,
  }
}
