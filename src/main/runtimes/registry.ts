import type { Probe, Runtime } from './runtime'

export type RuntimeRegistry = {
  /** Every runtime with its newest probe, in the order they are registered in. */
  readonly candidates: () => Promise<readonly RuntimeCandidate[]>
  /** Probes all again, in parallel: a slow one delays none of the others' answers being kept. */
  readonly probeAgain: () => Promise<readonly RuntimeCandidate[]>
}
export type RuntimeCandidate = { readonly runtime: Runtime; readonly probe: Probe }

export function createRuntimeRegistry(runtimes: readonly Runtime[]): RuntimeRegistry {
  let probing: Promise<readonly RuntimeCandidate[]> | null = null
  const probeAgain = (): Promise<readonly RuntimeCandidate[]> => {
    probing = Promise.all(runtimes.map(async (runtime) => ({ runtime, probe: await runtime.probe() })))
    return probing
  }
  return { candidates: () => probing ?? probeAgain(), probeAgain }
}
