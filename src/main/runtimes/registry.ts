import { failure, type RuntimeName } from '../../shared'
import { sameExecutable } from '../process'
import type { Probe, Runtime } from './runtime'

export type RuntimeRegistry = {
  /** Runtimes with their newest probe, in the order they are registered in: all, or only the named ones. */
  readonly candidates: (names?: readonly RuntimeName[]) => Promise<readonly RuntimeCandidate[]>
  /** Probes all again, in parallel: a slow one delays none of the others' answers being kept. */
  readonly probeAgain: () => Promise<readonly RuntimeCandidate[]>
}
export type RuntimeCandidate = { readonly runtime: Runtime; readonly probe: Probe }

export type RegistryOptions = {
  readonly now: () => number
  /** Longest time one runtime's probe may take; a runtime's own steps are bounded well below it. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 15_000
/** A runtime that was not available is looked for again after this time: the user may have installed it. */
const missingForMs = 5000

/**
 * Probes in parallel and keeps what was found until the program's file changes, or until it is asked to look again.
 * No runtime is probed twice at a time: one that hangs is not asked again beside itself, and should it answer after
 * its time, that answer counts.
 */
export function createRuntimeRegistry(
  runtimes: readonly Runtime[],
  { now, timeoutMs = defaultTimeoutMs }: RegistryOptions,
): RuntimeRegistry {
  const kept = new Map<Runtime, Promise<Probe>>()
  /** Probes under way, those that passed their time too. */
  const pending = new Map<Runtime, Promise<Probe>>()
  /** Asked for while another was under way, which may have begun before what is to be seen now. */
  const queued = new Map<Runtime, Promise<Probe>>()

  const begin = (runtime: Runtime): Promise<Probe> => {
    const asked = ask(runtime, now)
    pending.set(runtime, asked)
    void asked.then(() => {
      pending.delete(runtime)
      if (!queued.has(runtime)) kept.set(runtime, asked)
    })
    return asked
  }
  const inTurn = (runtime: Runtime): Promise<Probe> => {
    const before = pending.get(runtime)
    if (before === undefined) return begin(runtime)
    const next =
      queued.get(runtime) ??
      before.then(() => {
        queued.delete(runtime)
        return begin(runtime)
      })
    queued.set(runtime, next)
    return next
  }
  const probe = (runtime: Runtime): Promise<Probe> => {
    const probing = within(timeoutMs, inTurn(runtime), () =>
      broken(runtime, now(), `did not answer within ${timeoutMs / 1000} s`),
    )
    kept.set(runtime, probing)
    return probing
  }
  const newest = async (runtime: Runtime): Promise<Probe> => {
    const known = kept.get(runtime)
    if (known === undefined) return probe(runtime)
    const { info, executable } = await known
    const stale =
      info.unavailable !== null
        ? now() - info.probedAt > missingForMs
        : executable !== null && !(await sameExecutable(executable))
    // Another call may have begun to look again in the meantime, or the last look never ended.
    const mayLook = kept.get(runtime) === known && !pending.has(runtime)
    return stale && mayLook ? probe(runtime) : (kept.get(runtime) ?? known)
  }
  const each = (
    chosen: readonly Runtime[],
    look: (runtime: Runtime) => Promise<Probe>,
  ): Promise<readonly RuntimeCandidate[]> =>
    Promise.all(chosen.map(async (runtime) => ({ runtime, probe: await look(runtime) })))

  return {
    candidates: (names) =>
      each(names === undefined ? runtimes : runtimes.filter(({ name }) => names.includes(name)), newest),
    probeAgain: () => each(runtimes, probe),
  }
}

/** A probe that throws is that runtime's own trouble. */
async function ask(runtime: Runtime, now: () => number): Promise<Probe> {
  try {
    return await runtime.probe()
  } catch (cause) {
    return broken(runtime, now(), 'could not be looked for', cause)
  }
}

/** What comes within the time, else what `late` makes. */
async function within(ms: number, probing: Promise<Probe>, late: () => Probe): Promise<Probe> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<Probe>((resolve) => {
    timer = setTimeout(() => resolve(late()), ms)
  })
  const probe = await Promise.race([timeout, probing])
  clearTimeout(timer)
  return probe
}

function broken({ name }: Runtime, probedAt: number, what: string, cause?: unknown): Probe {
  const { error } = failure('runtime.broken', `“${name}” ${what}. Probe again in Settings.`, {}, cause)
  return {
    executable: null,
    info: {
      name,
      title: name,
      description: '',
      required: [],
      optional: [],
      variants: [],
      version: null,
      executable: null,
      signIn: { state: 'unknown', by: null },
      anyVariant: false,
      unavailable: error,
      probedAt,
    },
  }
}
