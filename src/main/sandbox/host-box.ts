import { failure, type Result } from '../../shared'
import type { Invocation, StartProcess } from '../process'
import type { OpenBox } from './backend'
import { type Cgroup, nothingCounted } from './limits/cgroup'

export type HostBoxParts = {
  readonly startProcess: StartProcess
  readonly cgroup: Cgroup | null
  /** Processor time of a program where its caller names none, in milliseconds. */
  readonly cpuMs: number
  readonly wrap: (invocation: Invocation, cpuMs: number) => Promise<Result<Invocation>>
}

/** A box whose programs are processes of this machine, each held by what it is started with, all by one control group. */
export function createHostBox({ startProcess, cgroup, cpuMs, wrap }: HostBoxParts): OpenBox {
  let closing: Promise<void> | null = null
  return {
    wrap: (invocation, own) =>
      closing === null
        ? wrap(invocation, own ?? cpuMs)
        : Promise.resolve(
            failure('sandbox.closed', 'Not started: the sandbox of this run is closed already.'),
          ),
    startProcess,
    usage: () => cgroup?.usage() ?? Promise.resolve(nothingCounted),
    close: () => {
      closing ??= cgroup?.remove() ?? Promise.resolve()
      return closing
    },
  }
}
