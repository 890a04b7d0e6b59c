import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { type Invocation, runBounded, runCommand, startProcess } from '../../src/main/process'
import {
  accountHome,
  type Backend,
  type BoxRequest,
  createBox,
  createBubblewrap,
  createFirejail,
  type OpenBox,
} from '../../src/main/sandbox'
import { notStarted } from '../../src/shared'
import { bombs } from '../escape/limits'
import { afterRest, type Measure, median } from './measure'

const rounds = 20
const megabyte = 1024 * 1024
const path = '/usr/bin:/bin'

/**
 * What a start in a box costs, beside the bare tool with a list of options that hides as much: every round does both.
 * And how late the loop of the process that reads a box is while the box does its worst.
 */
export async function bench(): Promise<Measure[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'glovebox-bench-')))
  try {
    const common = {
      environment: { PATH: path },
      runCommand,
      startProcess,
      caller: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
      machine: process.arch,
    }
    const kinds: readonly Kind[] = [
      {
        backend: createBubblewrap({ ...common, devicesFolder: join(folder, 'devices') }),
        goal: 1.5,
        bare: (mirror) => ['bwrap', ...bareBubblewrap(mirror), '--', 'echo', 'up'],
      },
      {
        backend: createFirejail({ ...common, accountHome: accountHome() }),
        goal: 1.2,
        bare: (mirror) => ['firejail', ...bareFirejail(mirror), '--', 'echo', 'up'],
      },
    ]
    const measures: Measure[] = []
    for (const kind of kinds) {
      const opened = await openBox(kind.backend, join(folder, kind.backend.name))
      try {
        measures.push(await startCost(kind, opened), await loopDelay(kind.backend, opened))
      } finally {
        await opened.box.close()
      }
    }
    return measures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Kind = {
  readonly backend: Backend
  readonly goal: number
  readonly bare: (mirrorFolder: string) => readonly string[]
}
type Opened = { readonly box: OpenBox; readonly request: BoxRequest }

async function openBox(backend: Backend, folder: string): Promise<Opened> {
  const at = (name: string): string => {
    const made = join(folder, name)
    mkdirSync(made, { recursive: true })
    return made
  }
  const request: BoxRequest = {
    token: randomUUID(),
    folders: { mirrorFolder: at('mirror'), controlFolder: at('control'), homeFolder: at('home') },
    limits: { memoryBytes: 256 * megabyte, processes: 64, cpuMs: 60_000 },
    network: 'none',
    forbidden: { sealed: [], whole: [] },
    temporaryBytes: 16 * megabyte,
  }
  const tool = await backend.locate()
  if (!tool.ok) throw new Error(tool.error.message)
  const opened = await backend.open(tool.value, request)
  if (!opened.ok) throw new Error(opened.error.message)
  return { box: opened.value, request }
}

async function startCost({ backend, goal, bare }: Kind, { box, request }: Opened): Promise<Measure> {
  const { mirrorFolder } = request.folders
  const command = bare(mirrorFolder)
  const held = await heldAlike(box, mirrorFolder, command)
  const seen: { readonly own: number; readonly held: number; readonly bare: number }[] = []
  for (let round = 0; round < rounds + 2; round += 1)
    seen.push({
      bare: await afterRest(() => startBare(command)),
      held: await afterRest(() => startBare(held)),
      own: await afterRest(() => startOwn(box, mirrorFolder)),
    })
  const figure = (of: keyof (typeof seen)[number]): number => median(seen.slice(2).map((each) => each[of]))
  return {
    name: `${backend.name}_start`,
    value: figure('own'),
    unit: 'ms',
    anchor: `the bare tool in the same control groups, ${figure('held').toFixed(1)} ms (without limits ${figure('bare').toFixed(1)} ms); goal ${goal} ×`,
    ratio: figure('own') / figure('held'),
  }
}

/** The bare tool held by the same control groups: to join them takes the kernel some milliseconds, whoever asks. */
async function heldAlike(
  box: OpenBox,
  folder: string,
  command: readonly string[],
): Promise<readonly string[]> {
  const wrapped = await box.wrap(echo(folder))
  if (!wrapped.ok) throw new Error(wrapped.error.message)
  const whole = [wrapped.value.executable, ...wrapped.value.args]
  const tool = whole.findIndex((part) => part.endsWith(`/${command[0]}`))
  return [...whole.slice(0, tool + 1), ...command.slice(1)]
}

const echo = (folder: string): Invocation => ({
  executable: '/usr/bin/echo',
  args: ['up'],
  environment: { PATH: path },
  folder,
  input: null,
})

/** Milliseconds until the program inside has said its first word; the end, with its look for what is left, is not start. */
async function startBare([program = '', ...args]: readonly string[]): Promise<number> {
  const began = performance.now()
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], env: { PATH: path } })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  const took = performance.now() - began
  const [code] = await ended
  if (code !== 0) throw new Error(`the bare ${program} ended with ${code}`)
  return took
}

async function startOwn(box: OpenBox, folder: string): Promise<number> {
  const began = performance.now()
  let took = Number.NaN
  const wrapped = await box.wrap(echo(folder))
  if (!wrapped.ok) throw new Error(wrapped.error.message)
  const ran = await runBounded(wrapped.value, {
    runToken: `bench-${process.pid}`,
    wallTimeMs: 60_000,
    outputBytes: 1000,
    keepBytes: 1000,
    onOutput: () => {
      took = performance.now() - began
    },
  })
  if (!ran.ok) throw new Error(ran.error.message)
  const { code, stopped, stderr } = ran.value
  if (code !== 0) throw new Error(`the box did not start: ${code} ${stopped} ${stderr.head.toString()}`)
  return took
}

/** A GB of output, a line without end, forks, memory, a full /tmp, open files, 100,000 files. */
async function loopDelay(backend: Backend, { box, request }: Opened): Promise<Measure> {
  const own = createBox({
    open: box,
    request,
    backend: backend.name,
    level: notStarted,
    runBounded,
    defaults: {},
  })
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  await bombs(own)
  histogram.disable()
  return {
    name: `${backend.name}_disasters_loop`,
    value: histogram.percentile(99) / 1e6,
    unit: 'ms p99',
    anchor: `the worst that a box can do, longest ${(histogram.max / 1e6).toFixed(0)} ms; goal 50 ms`,
    ratio: null,
  }
}

const bareBubblewrap = (mirrorFolder: string): readonly string[] => [
  ...['--unshare-user', '--disable-userns', '--unshare-all', '--die-with-parent', '--new-session'],
  ...['--cap-drop', 'ALL', '--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin'],
  ...['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64', '--symlink', 'usr/sbin', '/sbin'],
  ...['--ro-bind', '/etc/ssl', '/etc/ssl', '--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
  ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/home/agent'],
  ...['--bind', mirrorFolder, '/workspace', '--chdir', '/workspace', '--clearenv'],
  ...['--setenv', 'PATH', path, '--setenv', 'HOME', '/home/agent', '--hostname', 'box'],
  ...['--remount-ro', '/'],
]

const bareFirejail = (mirrorFolder: string): readonly string[] => [
  ...['--quiet', '--noprofile', `--whitelist=${mirrorFolder}`, '--net=none', '--caps.drop=all'],
  ...['--nonewprivs', '--noroot', '--seccomp', '--restrict-namespaces', '--ipc-namespace', '--private-tmp'],
  ...['--private-dev', '--private-etc=ssl,alternatives,ld.so.cache,passwd,group,nsswitch.conf'],
  ...['--disable-mnt', '--dbus-user=none', '--dbus-system=none', '--x11=none', '--nosound', '--no3d'],
  ...['--hostname=box', '--deterministic-exit-code', '--deterministic-shutdown'],
]
