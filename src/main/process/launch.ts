import { ok, type Result } from '../../shared'
import type { Invocation } from './invocation'
import { createProcessTree, type ProcessTree } from './process-tree'
import { runVariable } from './run-processes'
import { signalGroup } from './signals'
import { type Child, spawnChild } from './spawn-child'

/** A program that was started, by this process or by something else for it, and the means to end all that comes of it. */
export type Launched = Child & {
  readonly tree: ProcessTree
  /** Ends it at once, without waiting: this process itself is ending. */
  readonly killNow: () => void
}

/**
 * Starts a program as its invocation says. What it takes over the program's streams has to be readable before control
 * goes back to the loop. The first step is taken before the first await (I5).
 */
export type Launch = (
  invocation: Invocation,
  options: { readonly runToken: string; readonly ownFolder?: string | undefined },
) => Promise<Result<Launched>>

/** As a process of this machine, below this one. */
export const launchProcess: Launch = async (invocation, { runToken, ownFolder }) => {
  const spawned = await spawnChild(invocation, { [runVariable]: runToken })
  if (!spawned.ok) return spawned
  const child = spawned.value
  const { holder } = invocation
  return ok({
    ...child,
    tree: createProcessTree(child.pid, runToken, child.exited, { holder, ownFolder }),
    killNow: () => {
      signalGroup(child.pid, 'SIGKILL')
    },
  })
}

const live = new Set<Launched>()
let hooked = false

/**
 * A main process that leaves in a hurry takes along what it started; after a kill -9, recovery does (endRunProcesses).
 * What is given back says that it has ended.
 */
export function endWithUs(launched: Launched): () => void {
  if (!hooked)
    process.on('exit', () => {
      for (const each of live) each.killNow()
    })
  hooked = true
  live.add(launched)
  return () => {
    live.delete(launched)
  }
}
