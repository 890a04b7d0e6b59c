import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../src/main/process'
import { createDocker } from '../../src/main/sandbox'

/**
 * A stand-in for the app that is killed in the middle of a run: `node docker-crash-program.js FOLDER TOKEN INSTALLATION`,
 * with DOCKER_HOST. Starts an agent in a container, with a child in a session of its own; both leave a trace while they
 * live. Prints a line once it runs.
 */
const [, , folder = '', token = '', installation = ''] = process.argv
const at = (name: string): string => {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}
const folders = { mirrorFolder: at('mirror'), controlFolder: at('control'), homeFolder: at('home') }
const backend = createDocker({
  environment: { PATH: '/usr/bin:/bin', DOCKER_HOST: process.env['DOCKER_HOST'] },
  home: folder,
  platform: process.platform,
  machine: process.arch,
  caller: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  runCommand,
  installation,
  stateFolder: at('docker'),
  dockerfile: '/nonexistent',
})
const tool = await backend.locate()
if (!tool.ok) throw new Error(tool.error.message)
const box = await backend.open(tool.value, {
  token,
  folders,
  limits: { memoryBytes: 256 * 1024 * 1024, processes: 32, cpuMs: 60_000 },
  network: 'none',
  forbidden: { sealed: [], whole: [] },
})
if (!box.ok) throw new Error(box.error.message)
const beat = (name: string): string => `while :; do echo . >> ${name}; sleep 0.05; done`
const agent = await box.value.wrap({
  executable: '/bin/sh',
  args: ['-c', `trap "" INT TERM HUP; (setsid sh -c '${beat('child')}' &); echo up; ${beat('agent')}`],
  environment: { PATH: '/usr/bin:/bin' },
  folder: folders.mirrorFolder,
  input: null,
})
if (!agent.ok) throw new Error(agent.error.message)
await box.value.startProcess(agent.value, {
  runToken: token,
  limits: { wallTimeMs: 60_000, outputBytes: 1_000_000, idleTimeMs: 60_000 },
  handlers: {
    onLine: (line) => process.stdout.write(`${line}\n`),
    onStderr: (text) => process.stderr.write(text),
    onLimit: () => undefined,
  },
})
