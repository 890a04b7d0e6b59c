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

/** What probes of an app that was ended in their midst left in our own folder; nobody uses it at a start. */
function sweep(folder: string): void {
  rmSync(join(folder, 'probes'), { recursive: true, force: true, maxRetries: 3 })
  for (const name of readdirSync(folder))
    if (name.startsWith('reach-')) rmSync(join(folder, name), { recursive: true, force: true })
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
