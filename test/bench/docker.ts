import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import Docker from 'dockerode'
import { runCommand } from '../../src/main/process'
import { createDocker, type OpenBox } from '../../src/main/sandbox'
import { startEngine } from '../support/docker/engine'
import { afterRest, type Measure, median } from './measure'

const rounds = 40

/**
 * What a command costs in the kept container of a session, beside a bare exec over the engine's API in the very same
 * container: made, started, read to its end, asked for its exit code. Every round does both.
 */
export async function bench(): Promise<Measure[]> {
  const engine = await startEngine()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'glovebox-bench-')))
  const at = (name: string): string => {
    mkdirSync(join(folder, name))
    return join(folder, name)
  }
  try {
    const folders = { mirrorFolder: at('mirror'), controlFolder: at('control'), homeFolder: at('home') }
    const backend = createDocker({
      environment: engine.environment,
      home: folder,
      platform: process.platform,
      machine: process.arch,
      caller: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
      runCommand,
      installation: randomUUID(),
      stateFolder: at('state'),
      dockerfile: '/nonexistent',
    })
    const tool = unwrap(await backend.locate())
    const token = randomUUID()
    const opening = performance.now()
    const box = unwrap(
      await backend.open(tool, {
        token,
        folders,
        limits: { memoryBytes: 512 * 1024 * 1024, processes: 64, cpuMs: 60_000 },
        network: 'none',
        forbidden: { sealed: [], whole: [] },
      }),
    )
    await ours(box, folders.mirrorFolder)
    const openedMs = performance.now() - opening
    const client = new Docker({ socketPath: engine.socket })
    const [listed] = await client.listContainers()
    if (listed === undefined) throw new Error('no container')
    const seen: { readonly own: number; readonly bare: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      seen.push({
        bare: await afterRest(() => timed(() => bare(client, listed.Id, folders.mirrorFolder))),
        own: await afterRest(() => timed(() => ours(box, folders.mirrorFolder))),
      })
    }
    await box.close()
    const [own, plain] = [median(seen.map((each) => each.own)), median(seen.map((each) => each.bare))]
    return [
      {
        name: 'docker_exec',
        value: own,
        unit: 'ms',
        anchor: `the API’s own exec, ${plain.toFixed(1)} ms; goal 1.3 ×`,
        ratio: own / plain,
      },
      {
        name: 'docker_first',
        value: openedMs,
        unit: 'ms',
        anchor: 'opening a box for the first time and one command in it',
        ratio: null,
      },
    ]
  } finally {
    await engine.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function bare(client: Docker, id: string, folder: string): Promise<void> {
  const exec = await client.getContainer(id).exec({
    Cmd: ['true'],
    User: '58471:58471',
    WorkingDir: folder,
    Env: ['PATH=/usr/bin:/bin'],
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
  })
  const stream = await exec.start({ hijack: true, stdin: true })
  stream.resume()
  stream.end()
  await new Promise((resolve) => stream.once('close', resolve))
  await exec.inspect()
}

async function ours(box: OpenBox, folder: string): Promise<void> {
  const wrapped = unwrap(
    await box.wrap({
      executable: 'true',
      args: [],
      environment: { PATH: '/usr/bin:/bin' },
      folder,
      input: null,
    }),
  )
  if (box.runBounded === undefined) throw new Error('unreachable')
  const ran = unwrap(
    await box.runBounded(wrapped, {
      runToken: 'bench',
      wallTimeMs: 60_000,
      outputBytes: 1000,
      keepBytes: 1000,
    }),
  )
  if (ran.code !== 0) throw new Error(`it ended with ${ran.code}`)
}

function unwrap<T>(
  result:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly error: { readonly message: string } },
): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
