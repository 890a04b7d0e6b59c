import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { runVariable } from '../../../src/main/process'
import { segmentBytes } from '../../../src/main/sandbox/probe/traces'
import type { TestEngine } from '../docker/engine'
import type { OwnGroup } from '../own-group'

/** What looks nearly like something of the app's and is none of it: it has to be as it was, whatever the app cleans up. */
export type Planted = {
  readonly pids: readonly number[]
  readonly segment: number
  readonly groups: readonly string[]
  readonly runFolder: string
  readonly containers: readonly string[]
  /** Words for what is not as it was planted; empty: all is. */
  readonly missing: () => Promise<readonly string[]>
  readonly remove: () => Promise<void>
}

/** @param engine one that has an image; null: no containers. */
export async function plant(data: string, group: OwnGroup, engine: TestEngine | null): Promise<Planted> {
  const foreign = randomUUID()
  const runFolder = join(data, 'runs', foreign)
  const beside = join(data, 'sandbox', `of-the-user-${foreign}`)
  mkdirSync(runFolder, { recursive: true })
  mkdirSync(beside, { recursive: true })
  const files = [join(runFolder, 'kept'), join(beside, 'kept')]
  for (const file of files) writeFileSync(file, foreign)
  const socket = join(runFolder, 's')
  const server = createServer((each) => each.destroy())
  server.listen(socket)
  await once(server, 'listening')
  const sleeping = [
    { [runVariable]: foreign },
    { [runVariable]: `probe-${randomUUID()}-calls` },
    { GLOVEBOX: foreign },
  ].map((environment) => spawn('/bin/sleep', ['7200'], { stdio: 'ignore', env: environment, cwd: '/' }))
  const pids = sleeping.map(({ pid }) => pid ?? 0)
  const groups = group.places.flatMap((place) =>
    [`glovebox-${foreign}`, `glovebox-probe-${randomUUID()}-calls`, 'gloveboxes'].map((name) =>
      join(place, name),
    ),
  )
  for (const each of groups) mkdirSync(each)
  const said = execFileSync('ipcmk', ['-M', String(segmentBytes), '-p', '0600']).toString()
  const segment = Number(/\d+/.exec(said)?.[0])
  const containers = engine === null ? [] : await plantContainers(engine, foreign)
  return {
    pids,
    segment,
    groups,
    runFolder,
    containers,
    missing: async () => {
      const there = engine === null ? [] : await containerIds(engine)
      return [
        ...files.filter((file) => !existsSync(file) || readFileSync(file, 'utf8') !== foreign),
        ...sleeping
          .filter((each) => each.exitCode !== null || each.signalCode !== null)
          .map(({ pid }) => `process ${pid}`),
        ...groups.filter((each) => !existsSync(each)),
        ...(segmentLines().some(([, id]) => id === segment) ? [] : ['segment']),
        ...containers.filter((id) => !there.includes(id)),
        ...((await answers(socket)) ? [] : ['socket']),
      ]
    },
    remove: async () => {
      for (const each of sleeping) each.kill('SIGKILL')
      server.close()
      execFileSync('ipcrm', ['-m', String(segment)])
      for (const each of groups) rmdirSync(each)
      for (const id of containers) await engine?.ask('DELETE', `/containers/${id}?force=1`)
    },
  }
}

/** None is started: one without any label, one of another installation, one that names ours as a part. */
async function plantContainers(engine: TestEngine, foreign: string): Promise<readonly string[]> {
  const [image] = (await engine.ask('GET', '/images/json')) as { Id: string }[]
  const labels = [
    {},
    { 'org.glovebox.installation': foreign, 'org.glovebox.session': foreign },
    { 'org.glovebox.session': foreign },
  ]
  const made: string[] = []
  for (const each of labels) {
    const container = { Image: image?.Id, Cmd: ['/x'], Labels: each }
    made.push(((await engine.ask('POST', '/containers/create', container)) as { Id: string }).Id)
  }
  return made
}

export async function containerIds(engine: TestEngine): Promise<readonly string[]> {
  const listed = await engine.ask('GET', '/containers/json?all=1')
  return Array.isArray(listed) ? listed.map((each: { Id: string }) => each.Id) : ['no answer']
}

/** Columns of proc_sysvipc(5): key, id, mode, bytes, … */
function segmentLines(): readonly (readonly number[])[] {
  const lines = readFileSync('/proc/sysvipc/shm', 'utf8').trim().split('\n').slice(1)
  return lines.map((line) => line.trim().split(/\s+/).map(Number))
}

/** The keys of this machine's shared memory segments. */
export const segmentKeys = (): readonly number[] => segmentLines().map(([key = 0]) => key)

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(path)
    client.once('connect', () => resolve(true))
    client.once('error', () => resolve(false))
    client.once('close', () => client.destroy())
  })
}
