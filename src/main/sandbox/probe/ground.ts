import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { access, chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RunningProcess, StartProcess } from '../../process'
import type { Machine } from '../seccomp/system-calls'
import { buildCallerProgram } from './caller-program'
import { noteSegment, socketFolderOf } from './traces'

/** What was planted on the host for attempts to be made on. All of it is ours: nothing of the user's is touched. */
export type Ground = {
  readonly mirrorFolder: string
  readonly controlFolder: string
  readonly homeFolder: string
  readonly outsideFolder: string
  /** The caller program, in the control folder. */
  readonly program: string
  readonly secret: string
  readonly secretFile: string
  readonly targetFile: string
  readonly newFile: string
  readonly victimPid: number
  readonly pathSocket: string
  readonly abstractSocket: string
  readonly engineSockets: readonly string[]
  readonly loopbackPort: number
  readonly loopback6Port: number | null
  /** An address of this machine that is not its loopback; null: it has none. */
  readonly lan: { readonly address: string; readonly port: number; readonly udpPort: number } | null
  readonly segmentKey: number
  /** A second long past, by which a file's times are known to be this probe's doing. */
  readonly markedSeconds: number
  readonly devices: readonly string[]
  readonly kernelFiles: readonly string[]
}

/** What happened to the ground since the last look, told by the host itself and never by the program. */
export type Effects = {
  readonly contacts: ReadonlySet<Contact>
  readonly targetChanged: boolean
  readonly newFileMade: boolean
  readonly victimEnded: boolean
  readonly deviceChanged: boolean
}
export type Contact = 'path' | 'abstract' | 'loopback' | 'loopback6' | 'lan' | 'udp'

export type GroundKeeper = {
  readonly ground: () => Ground
  readonly effects: () => Promise<Effects>
  /** Puts everything back as it was. */
  readonly restore: () => Promise<void>
  readonly clear: () => Promise<void>
}

/** Opening one of these for reading does nothing; a watchdog, a tape or a terminal line would notice. */
const harmlessDevices: readonly string[] = [
  'mem',
  'kmsg',
  'kvm',
  'fuse',
  'net/tun',
  'dri/renderD128',
  'loop-control',
  'mapper/control',
  'vda',
  'sda',
  'nvme0n1',
].map((name) => `/dev/${name}`)

/** Opened for writing, never written: each of them runs programs as root, or stops the machine. */
const kernelFiles: readonly string[] = [
  '/proc/sys/kernel/core_pattern',
  '/proc/sys/kernel/modprobe',
  '/proc/sysrq-trigger',
  '/proc/irq/default_smp_affinity',
  '/sys/kernel/uevent_helper',
]

const engineSocketPaths = (environment: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const own = environment['XDG_RUNTIME_DIR']
  const inRuntime = own === undefined ? [] : [`${own}/docker.sock`, `${own}/podman/podman.sock`]
  const named = /^unix:\/\/(\/.+)$/.exec(environment['DOCKER_HOST'] ?? '')?.[1]
  const system = ['/run/docker.sock', '/run/podman/podman.sock', '/run/containerd/containerd.sock']
  return [...(named === undefined ? [] : [named]), ...system, ...inRuntime]
}

export type GroundDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly startProcess: StartProcess
}

const targetText = 'as it was\n'
const settleMs = 60

/** Plants the ground in `folder`, which is named by the probe's token, made for it and removed with it. */
export async function plantGround(folder: string, machine: Machine, deps: GroundDeps): Promise<GroundKeeper> {
  const places = await makeFolders(folder)
  const { outsideFolder, mirrorFolder, controlFolder } = places
  const program = join(controlFolder, 'caller')
  await writeFile(program, buildCallerProgram(machine))
  await chmod(program, 0o755)
  const secret = `canary-${randomUUID()}`
  const [secretFile, targetFile, newFile] = ['secret', 'target', 'new'].map((name) =>
    join(outsideFolder, name),
  )
  if (secretFile === undefined || targetFile === undefined || newFile === undefined)
    throw new Error('unreachable')
  await writeFile(secretFile, secret, { mode: 0o600 })
  await writeFile(targetFile, targetText, { mode: 0o600 })

  const deviceTimes = await stat('/dev/null')
  const contacts = new Set<Contact>()
  const listeners = await listen(outsideFolder, contacts)
  const token = basename(folder)
  let victim = await startVictim(secret, token, deps.startProcess)
  const ground = (): Ground => ({
    ...places,
    program,
    secret,
    secretFile,
    targetFile,
    newFile,
    victimPid: victim?.pid ?? 0,
    ...listeners.ground,
    engineSockets,
    segmentKey,
    markedSeconds,
    devices,
    kernelFiles,
  })
  const markedSeconds = 1_000_000_000 + randomInt(100_000_000)
  const segmentKey = randomInt(0x1000_0000, 0x7fff_ffff)
  await noteSegment(folder, segmentKey)
  const engineSockets = await present(engineSocketPaths(deps.environment))
  const devices = await present(harmlessDevices)
  return {
    ground,
    effects: async () => {
      await delay(settleMs)
      return {
        contacts: new Set(contacts),
        targetChanged: (await readFile(targetFile, 'utf8')) !== targetText,
        newFileMade: (await present([newFile])).length > 0,
        victimEnded: victim === null || !isAlive(victim.pid),
        deviceChanged: (await stat('/dev/null')).mtimeMs === markedSeconds * 1000,
      }
    },
    restore: async () => {
      contacts.clear()
      await writeFile(targetFile, targetText)
      await rm(newFile, { force: true })
      for (const name of await readdir(mirrorFolder))
        await rm(join(mirrorFolder, name), { recursive: true, force: true })
      // Only root's own attempt can have changed it.
      await utimes('/dev/null', deviceTimes.atime, deviceTimes.mtime).catch(() => undefined)
      if (victim !== null && !isAlive(victim.pid))
        victim = await startVictim(secret, token, deps.startProcess)
    },
    clear: async () => {
      await victim?.cancel()
      await listeners.close()
      // A child that got away on the host may write once more while its folder is being removed.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}

type Folders = Pick<Ground, 'mirrorFolder' | 'controlFolder' | 'homeFolder' | 'outsideFolder'>

async function makeFolders(folder: string): Promise<Folders> {
  const [mirrorFolder, controlFolder, homeFolder, outsideFolder] = [
    'mirror',
    'control',
    'home',
    'outside',
  ].map((name) => join(folder, name))
  if (!mirrorFolder || !controlFolder || !homeFolder || !outsideFolder) throw new Error('unreachable')
  for (const path of [mirrorFolder, controlFolder, homeFolder, outsideFolder])
    await mkdir(path, { recursive: true, mode: 0o700 })
  return { mirrorFolder, controlFolder, homeFolder, outsideFolder }
}

/** A process of ours with the secret among its variables, for attempts to look at and to end. */
async function startVictim(
  secret: string,
  token: string,
  startProcess: StartProcess,
): Promise<RunningProcess | null> {
  const started = await startProcess(
    {
      executable: '/bin/sleep',
      args: ['120'],
      environment: { PATH: '/usr/bin:/bin', CANARY: secret },
      folder: '/',
      input: null,
    },
    {
      runToken: `${token}-victim`,
      limits: { wallTimeMs: 120_000, outputBytes: 1024, idleTimeMs: 120_000 },
      handlers: { onLine: () => undefined, onStderr: () => undefined, onLimit: () => undefined },
    },
  )
  return started.ok ? started.value : null
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function present(paths: readonly string[]): Promise<readonly string[]> {
  const there = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  )
  return paths.filter((_, index) => there[index])
}

type Listeners = {
  readonly ground: Pick<Ground, 'pathSocket' | 'abstractSocket' | 'loopbackPort' | 'loopback6Port' | 'lan'>
  readonly close: () => Promise<void>
}

const longestFolder = 100

async function listen(outside: string, contacts: Set<Contact>): Promise<Listeners> {
  // The name of a socket has room for 107 bytes; the folder of a user's data may be longer.
  const isLong = Buffer.byteLength(outside) > longestFolder
  const folder = isLong ? socketFolderOf(basename(dirname(outside))) : outside
  if (isLong) await mkdir(folder, { mode: 0o700 })
  const pathSocket = join(folder, 's')
  const abstractSocket = `glovebox-probe-${randomBytes(6).toString('hex')}`
  const [lanAddress] = Object.values(networkInterfaces())
    .flat()
    .flatMap((each) => (each !== undefined && !each.internal && each.family === 'IPv4' ? [each.address] : []))
  const servers = {
    path: await openServer({ path: pathSocket }, () => contacts.add('path')),
    abstract: await openServer({ path: `\0${abstractSocket}` }, () => contacts.add('abstract')),
    loopback: await openServer({ host: '127.0.0.1', port: 0 }, () => contacts.add('loopback')),
    loopback6: await openServer({ host: '::1', port: 0 }, () => contacts.add('loopback6')),
    lan:
      lanAddress === undefined
        ? null
        : await openServer({ host: lanAddress, port: 0 }, () => contacts.add('lan')),
  }
  const udp = lanAddress === undefined ? null : await openUdp(lanAddress, () => contacts.add('udp'))
  const lanPort = portOf(servers.lan)
  return {
    ground: {
      pathSocket,
      abstractSocket,
      loopbackPort: portOf(servers.loopback) ?? 0,
      loopback6Port: portOf(servers.loopback6),
      lan:
        lanAddress === undefined || lanPort === null || udp === null
          ? null
          : { address: lanAddress, port: lanPort, udpPort: udp.address().port },
    },
    close: async () => {
      udp?.close()
      if (isLong) await rm(folder, { recursive: true, force: true })
      await Promise.all(
        Object.values(servers).map(
          (server) => new Promise<void>((done) => (server ? server.close(() => done()) : done())),
        ),
      )
    },
  }
}

function openServer(
  where: { readonly path: string } | { readonly host: string; readonly port: number },
  onContact: () => void,
): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      onContact()
      socket.on('error', () => undefined)
      socket.destroy()
    })
    server.once('error', () => resolve(null))
    server.listen({ ...where }, () => resolve(server))
  })
}

function openUdp(address: string, onContact: () => void): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4', onContact)
    socket.once('error', () => resolve(null))
    socket.bind(0, address, () => resolve(socket))
  })
}

function portOf(server: Server | null): number | null {
  const address: AddressInfo | string | null = server?.address() ?? null
  return typeof address === 'object' && address !== null ? address.port : null
}
