import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Mount } from '../box'
import type { SystemView } from '../system-view'
import type { Engine } from './engine'
import { containerOptions } from './host-config'
import type { InsideUser, Ownership } from './ownership'
import { splitStreams } from './streams'

/**
 * How far the engine sees this machine. `system`: the same kernel and the very same files, so the machine's programs can
 * be shown inside. `folders`: a folder of ours is the same inside (a desktop app's shared folders). `nothing`: another
 * machine, or one that shares no folder; what the agent works on has to be carried there and back.
 */
export type Reach = 'system' | 'folders' | 'nothing'

export type ReachDeps = {
  readonly engine: Engine
  /** A folder of ours on the file system of the runs' folders, by real path; made if it is not there. */
  readonly stateFolder: string
  readonly installation: string
  readonly ownership: Ownership
  /** What is open now: a clean-up leaves it alone. */
  readonly open: Set<string>
}

export type Tried = {
  readonly reach: Reach
  /** What a container said that could not be read as an answer; null: it answered. */
  readonly problem: string | null
}

/**
 * Tries it: plants a file, starts a container of the image that is to show it, and looks at what came of both. What it
 * writes has to be found on this machine, and be the user's.
 */
export async function tryReach(
  deps: ReachDeps,
  image: string,
  mounts: readonly Mount[],
  user: InsideUser,
): Promise<Tried> {
  const folder = join(deps.stateFolder, `reach-${randomUUID()}`)
  const secret = randomUUID()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(join(folder, 'planted'), secret, { mode: 0o600 })
    await deps.ownership.hand([folder], user)
    const said = await ask(
      deps,
      image,
      [...mounts, { source: folder, target: folder, access: 'write' }],
      user,
      folder,
    )
    if (!said.ok) return { reach: 'nothing', problem: said.text }
    const [planted, boot, usr] = said.text.split('\n')
    // The image is anybody's: what it left may be a pipe, a link or endless.
    const answer = await lstat(join(folder, 'answer')).catch(() => null)
    const isPlain = answer?.isFile() === true && answer.size <= mostOutput && answer.uid === user.uid
    const written = isPlain ? await text(join(folder, 'answer')) : null
    if (planted !== secret || written !== secret) return { reach: 'nothing', problem: null }
    const same =
      (await text('/proc/sys/kernel/random/boot_id')) === boot && (await identityOf('/usr')) === usr
    return { reach: same ? 'system' : 'folders', problem: null }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const script =
  'cat "$1/planted" 2>/dev/null; echo; cat /proc/sys/kernel/random/boot_id 2>/dev/null || echo; stat -Lc %d:%i /usr 2>/dev/null || echo; cat "$1/planted" > "$1/answer"; true'

const megabyte = 1024 * 1024
const mostOutput = 4096
const lastWordsMs = 2000

async function ask(
  { engine, installation, open }: ReachDeps,
  image: string,
  mounts: readonly Mount[],
  user: InsideUser,
  folder: string,
): Promise<{ readonly ok: boolean; readonly text: string }> {
  const token = `reach-${randomUUID()}`
  open.add(token)
  const options = containerOptions({
    image,
    first: 'own',
    installation,
    token,
    limits: { memoryBytes: 128 * megabyte, processes: 16, cpuMs: 5000 },
    network: 'none',
    readOnlyRoot: true,
    ownTemporary: true,
    temporaryBytes: 4 * megabyte,
    mounts,
  })
  const created = await engine.createContainer({
    ...options,
    Cmd: ['/bin/sh', '-c', script, 'glovebox', folder],
    User: `${user.uid}:${user.gid}`,
    OpenStdin: false,
    StdinOnce: false,
    AttachStdin: false,
    HostConfig: { ...options.HostConfig, AutoRemove: false },
  })
  if (!created.ok) {
    open.delete(token)
    return created
  }
  const id = created.value.Id
  try {
    const output = await engine.attachOutput(id)
    if (!output.ok) return output
    output.value.on('error', () => undefined)
    const { stdout, stderr, ended: allSaid } = splitStreams(output.value)
    stderr.resume()
    let said = ''
    stdout.on('data', (chunk: Buffer) => {
      if (said.length < mostOutput) said += chunk.toString('utf8')
    })
    const started = await engine.startContainer(id)
    if (!started.ok) return started
    const ended = await engine.waitContainer(id)
    await Promise.race([allSaid, delay(lastWordsMs)])
    output.value.destroy()
    return ended.ok ? { ok: true, text: said } : ended
  } finally {
    await engine.removeContainer(id)
    open.delete(token)
  }
}

async function identityOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null)
  return found === null ? null : `${found.dev}:${found.ino}`
}

function text(path: string): Promise<string | null> {
  return readFile(path, 'utf8').then(
    (content) => content.trim(),
    () => null,
  )
}

/** The machine's own programs and settings, as they are seen inside. */
export function systemMounts({ folders, settings }: SystemView): readonly Mount[] {
  return [
    ...folders.map((path): Mount => ({ source: path, target: path, access: 'read' })),
    ...settings.map(({ source, target }): Mount => ({ source, target, access: 'read' })),
  ]
}
