import type { BoxLimits } from '../box'

/** What `prlimit` sets for a program and for each of its children: per process, so only a part of what was asked for. */
export type ResourceLimits = {
  readonly cpuSeconds: number
  /** Heap and other private memory (RLIMIT_DATA). RLIMIT_AS would keep Node and anything with WebAssembly from starting. */
  readonly dataBytes: number | null
  /** null: the kernel would count all processes of the account, not those of the box. */
  readonly processes: number | null
  readonly openFiles: number
  readonly fileBytes: number
}

/** Below this a current Node does not start. */
const leastDataBytes = 1024 * 1024 * 1024
const openFiles = 4096
const fileBytes = 4 * 1024 * 1024 * 1024

/**
 * The limits of a process by the box's. `held` says what a control group holds already: memory then needs no second
 * limit, which would only break programs earlier.
 */
export function resourceLimitsFor(
  limits: BoxLimits,
  held: { readonly memory: boolean; readonly processes: boolean },
  countsPerBox: boolean,
): ResourceLimits {
  return {
    cpuSeconds: Math.max(1, Math.ceil(limits.cpuMs / 1000)),
    dataBytes: held.memory ? null : Math.max(limits.memoryBytes, leastDataBytes),
    processes: held.processes || !countsPerBox ? null : limits.processes,
    openFiles,
    fileBytes,
  }
}

/** Arguments of prlimit(1) before the program and its arguments. One second after XCPU comes KILL. */
export function prlimitArguments(limits: ResourceLimits): readonly string[] {
  const { cpuSeconds, dataBytes, processes } = limits
  return [
    `--cpu=${cpuSeconds}:${cpuSeconds + 1}`,
    ...(dataBytes === null ? [] : [`--data=${dataBytes}`]),
    ...(processes === null ? [] : [`--nproc=${processes}`]),
    `--nofile=${limits.openFiles}`,
    `--fsize=${limits.fileBytes}`,
    '--core=0',
    '--',
  ]
}
