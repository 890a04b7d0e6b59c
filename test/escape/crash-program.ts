import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, startProcess } from '../../src/main/process'
import { accountHome, createBubblewrap, createFirejail } from '../../src/main/sandbox'

/**
 * A stand-in for the app that is killed in the middle of a run: `node crash-program.js FOLDER TOKEN BACKEND`. Starts an agent
 * in a box, with a child in a session of its own; both leave a trace while they live. Prints a line once both do.
 */
const [, , folder = '', token = '', name = ''] = process.argv
const at = (name: string): string => {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}
const folders = { mirrorFolder: at('mirror'), controlFolder: at('control'), homeFolder: at('home') }
const common = {
  environment: { PATH: '/usr/bin:/bin' },
  runCommand,
  startProcess,
  caller: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  machine: process.arch,
}
const backend =
  name === 'firejail'
    ? createFirejail({ ...common, accountHome: accountHome() })
    : createBubblewrap({ ...common, devicesFolder: join(folder, 'devices') })
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
await startProcess(agent.value, {
  runToken: token,
  limits: { wallTimeMs: 60_000, outputBytes: 1_000_000, idleTimeMs: 60_000 },
  handlers: {
    onLine: (line) => process.stdout.write(`${line}\n`),
    onStderr: (text) => process.stderr.write(text),
    onLimit: () => undefined,
  },
})
