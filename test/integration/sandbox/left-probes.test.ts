import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runBounded, runVariable, startProcess } from '../../../src/main/process'
import { createSandbox } from '../../../src/main/sandbox'
import { findCgroupPlace } from '../../../src/main/sandbox/limits/cgroup-place'
import { noteSegment, segmentBytes, socketFolderOf } from '../../../src/main/sandbox/probe/traces'

/** What a probe that was ended with its app leaves, each at once; and the same as another installation's probe would. */
async function leave(probesFolder: string, token: string) {
  const folder = join(probesFolder, token)
  mkdirSync(join(folder, 'mirror'), { recursive: true })
  mkdirSync(socketFolderOf(token))
  const sleep = (environment: NodeJS.ProcessEnv, cwd: string): number => {
    const child = spawn('/bin/sleep', ['60'], { stdio: 'ignore', env: environment, cwd, detached: true })
    child.unref()
    return child.pid ?? 0
  }
  const pids = [
    sleep({ [runVariable]: token }, '/'),
    sleep({ [runVariable]: `${token}-cpu_time-host` }, '/'),
    sleep({}, join(folder, 'mirror')),
  ]
  const segment = makeSegment()
  await noteSegment(folder, keyOf(segment) ?? 0)
  const place = await findCgroupPlace()
  const parents =
    place === null ? [] : place.version === 1 ? [place.memory, place.pids, place.cpu] : [place.folder]
  const groups = parents
    .filter((each) => each !== null)
    .map((parent) => join(parent, `glovebox-${token}-calls`))
  for (const group of groups) mkdirSync(join(group, 'nested'), { recursive: true })
  return {
    groups,
    pids,
    segment,
    folder,
    left: () => ({
      folder: existsSync(folder),
      sockets: existsSync(socketFolderOf(token)),
      processes: pids.filter(isAlive).length,
      segment: keyOf(segment) !== null,
      groups: groups.filter((group) => existsSync(group)).length,
    }),
  }
}

/** With a key as a probe draws one: above 0. */
function makeSegment(): number {
  for (;;) {
    const said = execFileSync('ipcmk', ['-M', String(segmentBytes), '-p', '0600']).toString()
    const segment = Number(/\d+/.exec(said)?.[0])
    if ((keyOf(segment) ?? 0) > 0) return segment
    execFileSync('ipcrm', ['-m', String(segment)])
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

function keyOf(segment: number): number | null {
  const lines = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n')
  const [key] =
    lines.map((line) => line.trim().split(/\s+/).map(Number)).find(([, id]) => id === segment) ?? []
  return key ?? null
}

// I10: another Glovebox may be probing at this very moment.
it('what a probe left that was ended with its app goes at the next start, and nothing of another’s', async () => {
  const folders = [0, 1].map(() => realpathSync(mkdtempSync(join(tmpdir(), 'left-'))))
  const [own = '', foreign = ''] = folders
  const ours = await leave(own, `probe-${randomUUID()}`)
  const theirs = await leave(foreign, `probe-${randomUUID()}`)
  const before = theirs.left()
  mkdirSync(join(own, 'of-nobody'))
  expect(ours.left()).toEqual(before)
  const sandbox = createSandbox({
    backends: [],
    probe: { environment: {}, startProcess, runBounded, machine: process.arch, probesFolder: own },
    now: Date.now,
  })
  await sandbox.recover([])
  expect(ours.left()).toEqual({ folder: false, sockets: false, processes: 0, segment: false, groups: 0 })
  expect(readdirSync(own)).toEqual(['of-nobody'])
  expect(theirs.left()).toEqual(before)

  for (const pid of theirs.pids) process.kill(pid, 'SIGKILL')
  execFileSync('ipcrm', ['-m', String(theirs.segment)])
  for (const group of theirs.groups) for (const path of [join(group, 'nested'), group]) rmdirSync(path)
  rmdirSync(socketFolderOf(theirs.folder.split('/').at(-1) ?? ''))
})
