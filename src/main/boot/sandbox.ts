import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBounded, runCommand, startProcess } from '../process'
import {
  accountHome,
  createBubblewrap,
  createDocker,
  createFirejail,
  createSandbox,
  createSeatbelt,
  createSubprocess,
} from '../sandbox'
import type { MachineSandbox, SandboxParts } from './services'

/** Every backend there is, on this machine, in the order they are shown in. */
export function createMachineSandbox(parts: SandboxParts): MachineSandbox {
  const { environment, home, folder, dockerfile, image, now } = parts
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const own = realpathSync(folder)
  sweep(own)
  const caller = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const { arch: machine, platform } = process
  const common = { environment, runCommand, startProcess, caller, machine }
  const docker = createDocker({
    ...common,
    home,
    platform,
    installation: installationId(join(own, 'installation')),
    stateFolder: own,
    dockerfile,
    image,
  })
  const sandbox = createSandbox({
    backends: [
      docker,
      createBubblewrap({ ...common, devicesFolder: join(own, 'devices') }),
      createSeatbelt({ platform, startProcess }),
      createFirejail({ ...common, accountHome: accountHome() }),
      createSubprocess({ environment, startProcess }),
    ],
    probe: { environment, startProcess, runBounded, machine, probesFolder: join(own, 'probes') },
    now,
  })
  return { sandbox, images: docker.images }
}

const halfLaid = /^keep-below-\d+\.[0-9a-f-]{36}$/

/**
 * What an app that was ended in their midst left of files that it was laying out in our own folder; nobody uses them at a
 * start. What probes left goes with `Sandbox.recover`. What can't be removed now is tried again at the next start.
 */
function sweep(folder: string): void {
  const devices = join(folder, 'devices')
  const left = [
    ...namesIn(folder)
      .filter((name) => name.startsWith('reach-'))
      .map((name) => join(folder, name)),
    ...namesIn(devices)
      .filter((name) => halfLaid.test(name))
      .map((name) => join(devices, name)),
  ]
  for (const path of left) {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // A container may be writing into it still.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** What a container of this installation is known by; made at the first start. */
function installationId(file: string): string {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text !== '') return text
  } catch {
    // There is none yet.
  }
  const made = randomUUID()
  writeFileSync(file, `${made}\n`, { mode: 0o600 })
  return made
}
