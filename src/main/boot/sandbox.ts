import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { runBounded, runCommand, startProcess } from '../process'
import { createBubblewrap, createSandbox, createSubprocess, type Sandbox } from '../sandbox'
import type { SandboxParts } from './services'

/** Every backend there is, on this machine, in the order they are shown in. */
export function createMachineSandbox({ environment, folder, now }: SandboxParts): Sandbox {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const own = realpathSync(folder)
  const caller = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const machine = process.arch
  return createSandbox({
    backends: [
      createBubblewrap({
        environment,
        runCommand,
        startProcess,
        caller,
        machine,
        devicesFolder: join(own, 'devices'),
      }),
      createSubprocess({ environment, startProcess }),
    ],
    probe: { environment, startProcess, runBounded, machine, probesFolder: join(own, 'probes') },
    now,
  })
}
