import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** What attempts are made on: planted by this suite, by other means than the app's own probe plants its ground. */
export type EscapeGround = {
  readonly folders: {
    readonly mirrorFolder: string
    readonly controlFolder: string
    readonly homeFolder: string
  }
  readonly factsFile: string
  readonly secretFile: string
  /** Whether every process that was started for attempts to be made on still runs. */
  readonly victimsLive: () => boolean
  /** What the host itself saw of an attempt by its name; null: it can't be seen from here. */
  readonly seen: (name: string) => Promise<boolean | null>
  readonly remove: () => Promise<void>
}

/** `plain`: in a box that is none, so on the host as well. */
export type Place = 'host' | 'inside' | 'plain'

const shell = '/bin/sh'
const python = '/usr/bin/python3'

export async function plant(
  folder: string,
  helper: string | null,
  place: Place,
  backend: string,
): Promise<EscapeGround> {
  const at = (...names: string[]): string => join(folder, ...names)
  const folders = { mirrorFolder: at('mirror'), controlFolder: at('control'), homeFolder: at('home') }
  const outside = at('outside')
  const other = at('other', 'mirror')
  for (const path of [...Object.values(folders), outside, join(outside, '.ssh'), other])
    mkdirSync(path, { recursive: true, mode: 0o700 })
  const deviceTimes = statSync('/dev/zero')
  /** A second long past that no earlier run has used. */
  const markedSeconds = 1_000_000_000 + randomInt(100_000_000)
  const isMarked = (): boolean => statSync('/dev/zero').mtimeMs === markedSeconds * 1000
  const canary = `canary-${randomBytes(12).toString('hex')}`
  const argument = `argument-${randomBytes(8).toString('hex')}`
  const files = [
    'append',
    'dots',
    'removed',
    'renamed',
    'moved',
    'linked',
    'hard',
    'mode',
    'root',
    'cwd',
    'cut',
    'exchanged',
    'times',
  ]
  for (const name of files) writeFileSync(join(outside, name), 'as it was', { mode: 0o600 })
  for (const name of ['.ssh/id_ed25519', '.netrc', 'glovebox-canary-file'])
    writeFileSync(join(outside, name), canary, { mode: 0o600 })
  writeFileSync(join(other, 'work'), canary, { mode: 0o600 })
  writeFileSync(join(folders.controlFolder, 'policy'), 'as it was', { mode: 0o600 })

  const victims = [0, 1, 2].map(() =>
    spawn(shell, ['-c', `exec 9< .netrc; sleep 300; : ${argument}`], {
      cwd: outside,
      env: { PATH: '/usr/bin:/bin', CANARY: canary },
      stdio: 'ignore',
      detached: true,
    }),
  )
  const contacts = new Set<string>()
  const listening = await listen(outside, contacts)
  const segment = randomInt(0x1000_0000, 0x7fff_ffff)
  const shared = `glovebox-canary-${randomBytes(6).toString('hex')}`
  writeFileSync(`/dev/shm/${shared}`, canary, { mode: 0o600 })
  execFileSync(python, [
    '-c',
    'import ctypes,os,sys; l=ctypes.CDLL(None); k=int(sys.argv[1]); l.shmget(k,4096,0o1600); l.semget(k,1,0o1600); l.msgget(k,0o1600); l.syscall(240 if os.uname().machine == "x86_64" else 180, sys.argv[2].encode(), os.O_CREAT, 0o600, 0)',
    String(segment),
    shared,
  ])
  const facts = {
    canary,
    rootDevice: statSync('/').dev,
    markedSeconds,
    argument,
    app: process.pid,
    appVariable: process.env['ESCAPE_CANARY'] ?? 'PATH=',
    outside,
    other,
    runs: folder,
    control: folders.controlFolder,
    victim: victims[2]?.pid ?? 0,
    victims: victims.slice(0, 2).map(({ pid }) => pid ?? 0),
    helper,
    segment,
    shared,
    accounts: accountsHidden(backend),
    engines: (process.env['DOCKER_HOST'] ?? '').startsWith('unix://')
      ? [process.env['DOCKER_HOST']?.slice(7)]
      : [],
    ...listening.facts,
  }
  const factsFile = join(folders.controlFolder, 'facts.json')
  writeFileSync(factsFile, JSON.stringify(facts))
  for (const { pid } of victims) await until(() => existsSync(`/proc/${pid}/fd/9`))

  const content = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  const changed = (path: string): boolean => content(path).includes('changed')
  const checks: Readonly<Record<string, () => boolean>> = {
    append_by_absolute_path: () => changed(join(outside, 'append')),
    append_by_dots: () => changed(join(outside, 'dots')),
    create_a_file: () => existsSync(join(outside, 'created')),
    remove_a_file: () => !existsSync(join(outside, 'removed')),
    rename_a_file: () => !existsSync(join(outside, 'renamed')),
    move_a_file_in: () => !existsSync(join(outside, 'moved')),
    write_through_a_link: () => changed(join(outside, 'linked')),
    create_through_a_linked_folder: () => existsSync(join(outside, 'created-by-link')),
    write_through_a_hard_link: () => changed(join(outside, 'hard')),
    cut_a_file: () => statSync(join(outside, 'cut')).size === 0,
    exchange_two_files: () => statSync(join(outside, 'exchanged')).size === 0,
    change_its_times: () => statSync(join(outside, 'times')).mtimeMs === markedSeconds * 1000,
    put_a_link_in_the_place_of_the_copy: () => lstatSync(folders.mirrorFolder).isSymbolicLink(),
    change_its_mode: () => (statSync(join(outside, 'mode')).mode & 0o777) === 0o777,
    write_through_the_root_of_another_process: () => changed(join(outside, 'root')),
    write_through_the_folder_of_another_process: () => changed(join(outside, 'cwd')),
    write_into_the_control_folder: () =>
      changed(join(folders.controlFolder, 'policy')) || changed(`${folders.controlFolder}-gone/policy`),
    replace_the_control_folder: () => !existsSync(folders.controlFolder),
    write_into_another_session: () => changed(join(other, 'work')),
    end_another: () => hasEnded(victims[0]),
    end_another_by_descriptor: () => hasEnded(victims[1]),
    socket_by_its_path: () => contacts.has('path'),
    socket_by_its_name: () => contacts.has('abstract'),
    reach_an_address: () => contacts.has('lan'),
    send_a_datagram: () => contacts.has('udp'),
    reach_a_service_of_the_machine: () => contacts.has('loopback'),
    leave_a_program_with_other_rights: () => hasRights(join(folders.mirrorFolder, 'gives-rights')),
    leave_one_by_creating_it: () => hasRights(join(folders.mirrorFolder, 'gives-rights-too')),
  }
  return {
    folders,
    factsFile,
    secretFile: join(outside, '.netrc'),
    victimsLive: () => !victims.some(hasEnded),
    seen: async (name) => {
      await delay(5)
      // On the host the attempt itself puts the times back.
      if (name === 'change_the_times_of_a_device' && place !== 'host') return isMarked()
      return checks[name]?.() ?? null
    },
    remove: async () => {
      if (isMarked()) utimesSync('/dev/zero', deviceTimes.atime, deviceTimes.mtime)
      for (const { pid } of victims) if (pid !== undefined) killGroup(pid)
      await listening.close()
      rmSync(`/dev/shm/${shared}`, { force: true })
      execFileSync('ipcrm', ['-M', String(segment), '-S', String(segment), '-Q', String(segment)], {
        stdio: 'ignore',
      })
      execFileSync(python, [
        '-c',
        'import ctypes,os,sys; ctypes.CDLL(None).syscall(241 if os.uname().machine == "x86_64" else 181, sys.argv[1].encode())',
        shared,
      ])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const firstPerson = 1000
const nobody = 65_534

/** Lines of the machine's accounts that must not be seen; firejail hides those of other people alone. */
function accountsHidden(backend: string): readonly string[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const ofPerson = (line: string): boolean => {
    const uid = Number(line.split(':')[2])
    return uid >= firstPerson && uid !== nobody && uid !== process.getuid?.()
  }
  return lines.filter(
    (line) =>
      line !== '' && !/^(root|nobody|agent):/.test(line) && (backend !== 'firejail' || ofPerson(line)),
  )
}

async function until(there: () => boolean): Promise<void> {
  for (let round = 0; round < 1000 && !there(); round += 1) await delay(10)
  if (!there()) throw new Error('the ground was not ready in time')
}

function hasEnded(child: ChildProcess | undefined): boolean {
  return child === undefined || child.exitCode !== null || child.signalCode !== null
}

function hasRights(path: string): boolean {
  return existsSync(path) && (statSync(path).mode & 0o6000) !== 0
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Ended already.
  }
}

async function listen(folder: string, contacts: Set<string>) {
  const pathSocket = join(folder, 's')
  const abstractSocket = `escape-${randomBytes(6).toString('hex')}`
  const lan = Object.values(networkInterfaces())
    .flat()
    .find((each) => each !== undefined && !each.internal && each.family === 'IPv4')?.address
  const open = (name: string, where: object): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer((socket) => {
        contacts.add(name)
        socket.on('error', () => undefined)
        socket.destroy()
      })
      server.once('error', reject)
      server.listen(where, () => resolve(server))
    })
  const port = (server: Server): number => (server.address() as AddressInfo).port
  const servers = await Promise.all([
    open('loopback', { host: '127.0.0.1', port: 0 }),
    open('every', { host: '0.0.0.0', port: 0 }),
    open('path', { path: pathSocket }),
    open('abstract', { path: `\0${abstractSocket}` }),
    ...(lan === undefined ? [] : [open('lan', { host: lan, port: 0 })]),
  ])
  chmodSync(pathSocket, 0o600)
  const udp = createSocket('udp4', () => contacts.add('udp'))
  await new Promise<void>((done) => udp.bind(0, '0.0.0.0', () => done()))
  const [loopback, every, , , own] = servers
  return {
    facts: {
      pathSocket,
      abstractSocket,
      lan: lan ?? '192.0.2.1',
      lanPort: own === undefined ? 9 : port(own),
      udpPort: udp.address().port,
      loopbackPort: loopback === undefined ? 9 : port(loopback),
      everyPort: every === undefined ? 9 : port(every),
    },
    close: async (): Promise<void> => {
      udp.close()
      await Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done()))))
    },
  }
}
