import { failure } from '../../shared'
import { sameExecutable } from '../process'
import type { Probe, Runtime } from './runtime'

export type RuntimeRegistry = {
  /** Every runtime with its newest probe, in the order they are registered in. */
  readonly candidates: () => Promise<readonly RuntimeCandidate[]>
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

/** Probes in parallel and keeps what was found until the program's file changes, or until it is asked to look again. */
export function createRuntimeRegistry(
  runtimes: readonly Runtime[],
  { now, timeoutMs = defaultTimeoutMs }: RegistryOptions,
): RuntimeRegistry {
  const kept = new Map<Runtime, Promise<Probe>>()

  const probe = (runtime: Runtime): Promise<Probe> => {
    const probing = bounded(runtime, timeoutMs, now)
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
    // Another call may have begun to look again in the meantime.
    return stale && kept.get(runtime) === known ? probe(runtime) : (kept.get(runtime) ?? known)
  }
  const all = (each: (runtime: Runtime) => Promise<Probe>): Promise<readonly RuntimeCandidate[]> =>
    Promise.all(runtimes.map(async (runtime) => ({ runtime, probe: await each(runtime) })))

  return { candidates: () => all(newest), probeAgain: () => all(probe) }
}

/** A probe that throws or never answers is that runtime's own trouble. */
async function bounded(runtime: Runtime, timeoutMs: number, now: () => number): Promise<Probe> {
  let resolve: (probe: Probe) => void = () => undefined
  const late = new Promise<Probe>((done) => {
    resolve = done
  })
  const timer = setTimeout(
    () => resolve(broken(runtime, now(), `did not answer within ${timeoutMs / 1000} s`)),
    timeoutMs,
  )
  try {
    return await Promise.race([late, runtime.probe()])
  } catch (cause) {
    return broken(runtime, now(), 'could not be looked for', cause)
  } finally {
    clearTimeout(timer)
  }
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
