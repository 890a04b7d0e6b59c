import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AspectResult,
  failure,
  type GloveboxError,
  ok,
  type Result,
  sandboxAspects,
} from '../../../shared'
import type { Invocation, RunBounded, StartProcess } from '../../process'
import type { Backend, BoxRequest, FoundTool, OpenBox } from '../backend'
import { startFailed } from '../run-in-box'
import { isMachine, type Machine } from '../seccomp/system-calls'
import { attempts, findsOpen } from './attempts'
import { type Effects, type Ground, type GroundKeeper, plantGround } from './ground'
import { type Answers, createImage, readAnswers } from './image'
import { judge } from './judge'
import { lyingPath } from './lie'
import { lifetimeCheck } from './lifetime-check'
import { type Check, limitChecks, probeLimits } from './limit-checks'
import { segmentBytes } from './traces'

export type ProbeDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly startProcess: StartProcess
  readonly runBounded: RunBounded
  /** Node's name of the machine. */
  readonly machine: string
  /** Folder in which each probe makes one of its own, by real path. */
  readonly probesFolder: string
}

/**
 * Tries every aspect in a box of this backend, each first on the host with the same calls. Bounded: some seconds.
 * Fails with why no box came to be, explained where the machine says enough.
 */
export async function probeBox(
  backend: Backend,
  tool: FoundTool,
  deps: ProbeDeps,
): Promise<Result<readonly AspectResult[]>> {
  const { machine } = deps
  if (!isMachine(machine))
    return failure('sandbox.unsupported', `There is no probe for this kind of processor (${machine}).`)
  const token = `probe-${randomUUID()}`
  const keeper = await plantGround(join(deps.probesFolder, token), machine, deps)
  try {
    const parts: Parts = { backend, tool, deps, machine, keeper, token }
    const tried = await tryAttempts(parts)
    if (!tried.ok) return tried
    // What holds nothing is given nothing more to run: bombs least of all.
    const checks = lyingPath(tool, tried.value) === null ? [...limitChecks, lifetimeCheck] : []
    const checked = await Promise.all(checks.map((check) => runCheck(parts, check)))
    const results = [...tried.value, ...checked]
    return ok(
      sandboxAspects.map((aspect) => results.find((each) => each.aspect === aspect) ?? untried(aspect)),
    )
  } finally {
    await keeper.clear()
  }
}

type Parts = {
  readonly backend: Backend
  readonly tool: FoundTool
  readonly deps: ProbeDeps
  readonly machine: Machine
  readonly keeper: GroundKeeper
  readonly token: string
}

const untried = (aspect: AspectResult['aspect']): AspectResult => ({
  aspect,
  outcome: 'unknown',
  evidence: 'It was not tried.',
})

const callerLimits = { wallTimeMs: 8000, outputBytes: 1024 * 1024, keepBytes: 512 * 1024 }

async function tryAttempts(parts: Parts): Promise<Result<readonly AspectResult[]>> {
  const { deps, keeper, machine, token } = parts
  const segment = await makeSegment(parts)
  try {
    const onHost = build(machine, keeper.ground())
    const ranOnHost = await deps.runBounded(caller(keeper.ground()), {
      ...callerLimits,
      runToken: token,
      input: onHost.stdin,
    })
    const host = onHost.read(outputOf(ranOnHost.ok ? ranOnHost.value : null), await keeper.effects())
    const descriptor = await descriptorStaysOpen(parts)
    await keeper.restore()

    const within = build(machine, keeper.ground())
    const ranInside = await inNewBox(parts, 'calls', (box) => runWithin(parts, box, within.stdin))
    if (!ranInside.ok) return ranInside
    const inside = within.read(ranInside.value, await keeper.effects())
    await keeper.restore()
    return ok(
      judge(
        attempts.map(({ aspect }, index) => ({
          host: aspect === 'open_files' ? descriptor : (host?.[index] ?? null),
          inside: inside?.[index] ?? null,
        })),
      ),
    )
  } finally {
    await segment.remove()
  }
}

const caller = ({ program, mirrorFolder }: Ground): Invocation => ({
  executable: program,
  args: [],
  environment: { PATH: '/usr/bin:/bin' },
  folder: mirrorFolder,
  input: null,
})

const outputOf = (
  exit: { readonly stdout: { readonly head: Buffer; readonly tail: Buffer } } | null,
): Buffer => (exit === null ? Buffer.alloc(0) : Buffer.concat([exit.stdout.head, exit.stdout.tail]))

/** One start of the caller program with every attempt in it. */
function build(machine: Machine, ground: Ground) {
  const image = createImage(machine)
  const worked = attempts.map(({ make }) => make(image, ground))
  return {
    stdin: image.encode(),
    read: (output: Buffer, effects: Effects): readonly boolean[] | null => {
      const answers = readAnswers(output)
      return answers === null ? null : worked.map((ask) => ask(answers, effects))
    },
  }
}

async function runWithin(
  { backend, deps, keeper, token }: Parts,
  box: OpenBox,
  stdin: Buffer,
): Promise<Result<Buffer>> {
  const wrapped = await box.wrap(caller(keeper.ground()))
  if (!wrapped.ok) return wrapped
  const runBounded = box.runBounded ?? deps.runBounded
  const ran = await runBounded(wrapped.value, { ...callerLimits, runToken: token, input: stdin })
  if (!ran.ok) return ran
  const output = outputOf(ran.value)
  if (readAnswers(output) !== null) return ok(output)
  const text = startFailed(wrapped.value, ran.value) ?? ran.value.stderr.head.toString('utf8').slice(0, 500)
  const error: GloveboxError =
    (await backend.explain(text)) ?? unexplained(backend.title, text, ran.value.code)
  return { ok: false, error }
}

const unexplained = (title: string, text: string, code: number | null): GloveboxError =>
  failure(
    'sandbox.probe_failed',
    `The probe could not be run inside ${title}. What it said is in the details.`,
    {
      text,
      code,
    },
  ).error

async function inNewBox<T>(
  { backend, tool, keeper, token }: Parts,
  name: string,
  work: (box: OpenBox) => Promise<Result<T>>,
  mirrorFolder = keeper.ground().mirrorFolder,
): Promise<Result<T>> {
  const { controlFolder, homeFolder } = keeper.ground()
  const request: BoxRequest = {
    token: `${token}-${name}`,
    folders: { mirrorFolder, controlFolder, homeFolder },
    limits: probeLimits,
    network: 'none',
    forbidden: { sealed: [], whole: [] },
  }
  const opened = await backend.open(tool, request)
  if (!opened.ok) return opened
  try {
    return await work(opened.value)
  } finally {
    await opened.value.close()
  }
}

/** What came to nothing is tried once more: on a machine that is very busy a moment decides. */
async function runCheck(parts: Parts, check: Check): Promise<AspectResult> {
  const first = await runCheckOnce(parts, check, check.aspect)
  return first.outcome === 'unknown' ? runCheckOnce(parts, check, `${check.aspect}-again`) : first
}

async function runCheckOnce(parts: Parts, check: Check, name: string): Promise<AspectResult> {
  const { deps, machine, keeper, token } = parts
  // A copy of its own: the checks run at the same time, and a box may bring its copy back whole.
  const mirrorFolder = join(keeper.ground().homeFolder, '..', `mirror-${name}`)
  await mkdir(mirrorFolder, { mode: 0o700 })
  const own = {
    machine,
    ground: { ...keeper.ground(), mirrorFolder },
    runBounded: deps.runBounded,
    token: `${token}-${name}`,
  }
  const ran = await inNewBox(parts, name, async (box) => ok(await check.run(own, box)), mirrorFolder)
  return ran.ok ? ran.value : { aspect: check.aspect, outcome: 'unknown', evidence: ran.error.message }
}

/** On the host: whether a descriptor that is handed on is found open, so that finding none means something. */
async function descriptorStaysOpen({ deps, machine, keeper, token }: Parts): Promise<boolean | null> {
  const image = createImage(machine)
  const found = findsOpen(image)
  const ran = await deps.runBounded(
    { ...caller(keeper.ground()), inherits: [Buffer.from('open')] },
    { ...callerLimits, runToken: token, input: image.encode() },
  )
  const answers: Answers | null = ran.ok ? readAnswers(outputOf(ran.value)) : null
  return answers === null ? null : found(answers)
}

/** Made anew, or not at all: a segment with this key that was there is someone else's. */
const createSegment = 0o3600
const removeSegment = 0

/** A shared memory segment of the host's for the attempt to reach. */
async function makeSegment({
  deps,
  machine,
  keeper,
  token,
}: Parts): Promise<{ readonly remove: () => Promise<void> }> {
  const callOnHost = async (
    call: (image: ReturnType<typeof createImage>) => number,
  ): Promise<number | null> => {
    const image = createImage(machine)
    const place = call(image)
    const ran = await deps.runBounded(caller(keeper.ground()), {
      ...callerLimits,
      runToken: token,
      input: image.encode(),
    })
    return ran.ok ? (readAnswers(outputOf(ran.value))?.of(place) ?? null) : null
  }
  const { segmentKey } = keeper.ground()
  const id = await callOnHost((image) => image.call('shmget', segmentKey, segmentBytes, createSegment))
  return {
    remove: async () => {
      if (id !== null && id >= 0) await callOnHost((image) => image.call('shmctl', id, removeSegment, 0))
    },
  }
}
