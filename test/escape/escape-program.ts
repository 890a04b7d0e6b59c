import { cpSync, mkdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Invocation, runBounded, runCommand, startProcess } from '../../src/main/process'
import {
  accountHome,
  type Box,
  type BoxRequest,
  createBubblewrap,
  createDocker,
  createFirejail,
  createSandbox,
  createSubprocess,
} from '../../src/main/sandbox'
import type { BackendProbe, SandboxAspect } from '../../src/shared'
import { type EscapeGround, type Place, plant } from './ground'
import { bombs, cpuFinding, type Finding, lifetimeFinding, memoryFinding, processFinding } from './limits'

/**
 * The suite as a program of its own, so that it can run as root and as an ordinary user:
 * `node escape-program.js BACKEND FOLDER ATTEMPTS HELPER|-`. Prints one line of JSON.
 */
export type EscapeReport = {
  readonly uid: number
  readonly probe: BackendProbe
  readonly attempts: readonly Attempted[]
  readonly findings: readonly Finding[]
  readonly bombs: Readonly<Record<string, string>>
}
export type Attempted = {
  readonly name: string
  readonly aspect: SandboxAspect
  /** null: not made there. */
  readonly host: boolean | null
  readonly inside: boolean | null
}

const [, , backendName = '', folder = '', attemptsFolder = '', helperPath = '-'] = process.argv
const helper = helperPath === '-' ? null : helperPath
const engine = process.env['DOCKER_HOST']
const environment = { PATH: '/usr/bin:/bin', ...(engine === undefined ? {} : { DOCKER_HOST: engine }) }
const megabyte = 1024 * 1024
const limits = { memoryBytes: 96 * megabyte, processes: 48, cpuMs: 60_000 }
const uid = process.getuid?.() ?? 0

const sandbox = createSandbox({
  backends: [
    createBubblewrap({
      environment,
      runCommand,
      startProcess,
      caller: { uid, gid: process.getgid?.() ?? 0 },
      machine: process.arch,
      devicesFolder: join(folder, 'devices'),
    }),
    createFirejail({
      environment,
      runCommand,
      startProcess,
      caller: { uid, gid: process.getgid?.() ?? 0 },
      machine: process.arch,
      accountHome: accountHome(),
    }),
    createDocker({
      environment,
      home: folder,
      platform: process.platform,
      caller: { uid, gid: process.getgid?.() ?? 0 },
      runCommand,
      installation: `escape-${process.pid}`,
      machine: process.arch,
      stateFolder: join(folder, 'docker'),
      dockerfile: '/nonexistent',
    }),
    createSubprocess({ environment, startProcess }),
  ].filter(({ name }) => name === backendName),
  probe: {
    environment,
    startProcess,
    runBounded,
    machine: process.arch,
    probesFolder: join(folder, 'probes'),
  },
  now: Date.now,
})

let boxes = 0
async function openBox(ground: EscapeGround): Promise<Box> {
  const chosen = await sandbox.choose(
    { order: ['docker', 'bubblewrap', 'firejail', 'subprocess'], required: [], subprocessConsented: true },
    'none',
  )
  if (!chosen.ok) throw new Error(chosen.error.message)
  boxes += 1
  const request: BoxRequest = {
    token: `escape-${process.pid}-${boxes}`,
    folders: ground.folders,
    limits,
    network: 'none',
    forbidden: { sealed: [], whole: [] },
    temporaryBytes: 16 * megabyte,
    ...(helper === null ? {} : { readPaths: [helper] }),
  }
  const opened = await sandbox.open(chosen.value, request)
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

type Said = Readonly<
  Record<string, { readonly aspect: SandboxAspect; readonly worked: boolean | 'broken' | null }>
>

/** Makes every attempt in one place; what the host saw counts before what the program says. */
async function attemptAll(
  place: Place,
): Promise<Map<string, { aspect: SandboxAspect; worked: boolean | null }>> {
  const ground = await plant(join(folder, `${place}-ground`), helper, place, backendName)
  const box = place === 'host' ? null : await openBox(ground)
  try {
    const script = join(ground.folders.controlFolder, 'attempts', 'main.py')
    cpSync(attemptsFolder, join(ground.folders.controlFolder, 'attempts'), { recursive: true })
    const invocation: Invocation = {
      executable: '/usr/bin/python3',
      args: ['-B', script, ground.factsFile, place],
      environment: { PATH: '/usr/bin:/bin' },
      folder: ground.folders.mirrorFolder,
      input: null,
    }
    const wrapped = box === null ? null : await box.wrap(invocation)
    if (wrapped !== null && !wrapped.ok) throw new Error(wrapped.error.message)
    // On the host a descriptor with the secret is handed on, as one that Glovebox itself was left with would be.
    const start =
      wrapped === null ? { ...invocation, inherits: [Buffer.from(canaryOf(ground))] } : wrapped.value
    const ran = await (box?.runBounded ?? runBounded)(start, {
      runToken: `escape-${place}-${process.pid}`,
      wallTimeMs: 60_000,
      outputBytes: megabyte,
      keepBytes: megabyte,
    })
    if (!ran.ok) throw new Error(ran.error.message)
    const output = Buffer.concat([ran.value.stdout.head, ran.value.stdout.tail]).toString()
    const errors = Buffer.concat([ran.value.stderr.head, ran.value.stderr.tail]).toString()
    if (!output.startsWith('{')) throw new Error(`the attempts did not run: ${output} ${errors}`)
    const said: Said = JSON.parse(output)
    const broken = Object.entries(said).filter(([, { worked }]) => worked === 'broken')
    if (broken.length > 0) throw new Error(`attempts that are broken: ${errors}`)
    const judged = await Promise.all(
      Object.entries(said).map(async ([name, { aspect, worked }]) => {
        const seen = worked === null ? null : await ground.seen(name)
        return [name, { aspect, worked: seen ?? (worked === null ? null : worked === true) }] as const
      }),
    )
    return new Map(judged)
  } finally {
    await box?.close()
    await ground.remove()
  }
}

/**
 * Ends everything it may, which only a box with processes of its own survives: so it looks first whether it is in one.
 */
async function endEverything(): Promise<Attempted> {
  const ground = await plant(join(folder, 'everything-ground'), helper, 'inside', backendName)
  const box = await openBox(ground)
  const own = readlinkSync('/proc/self/ns/pid')
  const script = `import os,sys
if os.readlink('/proc/self/ns/pid') == sys.argv[1]: sys.exit(3)
print('ending', flush=True)
os.kill(-1, 9)
print('alone', flush=True)`
  const ran = await box.run(['/usr/bin/python3', '-c', script, own])
  if (!ran.ok) throw new Error(ran.error.message)
  if (!ran.value.stdout.head.toString().startsWith('ending')) throw new Error('nothing was to be ended')
  const again = await box.run(['/bin/echo', 'still here'])
  const goesOn = again.ok && again.value.stdout.head.toString().startsWith('still here')
  const live = ground.victimsLive()
  await box.close()
  await ground.remove()
  return { name: 'end_everything', aspect: 'other_processes', host: null, inside: !live || !goesOn }
}

function canaryOf(ground: EscapeGround): string {
  return JSON.parse(readFileSync(ground.factsFile, 'utf8')).canary
}

async function findLimits(): Promise<readonly Finding[]> {
  const ground = await plant(join(folder, 'limits-ground'), helper, 'inside', backendName)
  const findings: Finding[] = []
  const inBox = async (find: (box: Box) => Promise<Finding>): Promise<void> => {
    const box = await openBox(ground)
    findings.push(await find(box))
    await box.close()
  }
  await inBox((box) => memoryFinding(box, limits.memoryBytes / megabyte))
  await inBox((box) => processFinding(box, limits.processes))
  await inBox(cpuFinding)
  await inBox((box) => lifetimeFinding(box, ground.folders.mirrorFolder))
  await ground.remove()
  return findings
}

async function bombAll(): Promise<Readonly<Record<string, string>>> {
  if (backendName === 'subprocess') return {}
  const ground = await plant(join(folder, 'bombs-ground'), helper, 'inside', backendName)
  const box = await openBox(ground)
  const outcomes = await bombs(box)
  await box.close()
  await ground.remove()
  return outcomes
}

mkdirSync(join(folder, 'probes'), { recursive: true })
const [probe] = await sandbox.probes()
if (probe === undefined) throw new Error('no such backend')
if (!probe.available) throw new Error(`${probe.problem?.message} ${JSON.stringify(probe.problem?.details)}`)
const host = await attemptAll('host')
const inside = await attemptAll(backendName === 'subprocess' ? 'plain' : 'inside')
const attempts = [...inside].map(([name, { aspect, worked }]) => ({
  name,
  aspect,
  host: host.get(name)?.worked ?? null,
  inside: worked,
}))
const report: EscapeReport = {
  uid,
  probe,
  attempts: backendName === 'subprocess' ? attempts : [...attempts, await endEverything()],
  findings: await findLimits(),
  bombs: await bombAll(),
}
process.stdout.write(`${JSON.stringify(report)}\n`)
