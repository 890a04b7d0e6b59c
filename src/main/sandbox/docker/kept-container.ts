import { setTimeout as delay } from 'node:timers/promises'
import type Docker from 'dockerode'
import type { GloveboxError } from '../../../shared'
import type { Mount } from '../box'
import { type BoxUsage, nothingCounted } from '../limits/cgroup'
import { type Bridge, bridgeProcesses, noBridge } from './bridge/open-bridge'
import { findCounters } from './counters'
import type { Engine } from './engine'
import type { EngineResult } from './engine-result'
import { lost, wayLost } from './failures'

/** A running container in which one program after the other is run. */
export type KeptContainer = {
  readonly id: string
  readonly mounts: readonly Mount[]
  readonly usage: () => Promise<BoxUsage>
  /** How many processes there are besides its own; null: can't be told. */
  readonly left: () => Promise<number | null>
  /** Its first process has ended: by us, by someone else, or with the engine. */
  readonly isGone: () => boolean
  /** Brings in what was added since, before a program starts. */
  readonly bringIn: () => Promise<EngineResult<unknown>>
  /** Brings out what a program left, once it has ended. */
  readonly bringOut: () => Promise<EngineResult<unknown>>
  /** Its way out was lost, and why; null: it was not, or it has none. Nothing may be run in it any more. */
  readonly problem: () => GloveboxError | null
  /** Resolves when its way out is lost. */
  readonly lost: Promise<unknown>
  /** We are ending it. */
  readonly isEnding: () => boolean
  /** Kills everything in it, and it with that. Whether the engine says that nothing of it is left. */
  readonly end: () => Promise<boolean>
}

/** What has to be carried to a container and back where it can't be shown folders. All by the container's id. */
export type Carrier = {
  /** Before its start. */
  readonly fill: (id: string) => Promise<EngineResult<unknown>>
  readonly bringIn: (id: string) => Promise<EngineResult<unknown>>
  readonly bringOut: (id: string) => Promise<EngineResult<unknown>>
  /** After its start: what carries connections from inside to the run's sockets. */
  readonly bridge: (id: string) => Promise<EngineResult<Bridge>>
}

const nothing = async (): Promise<EngineResult<unknown>> => ({ ok: true, value: null })
/** Folders are shown. */
export const noCarrier: Carrier = {
  fill: nothing,
  bringIn: nothing,
  bringOut: nothing,
  bridge: async () => ({ ok: true, value: noBridge }),
}

export async function startKept(
  engine: Engine,
  options: Docker.ContainerCreateOptions,
  mounts: readonly Mount[],
  /** How many of its processes are its own. */
  own: number,
  carrier: Carrier,
): Promise<EngineResult<KeptContainer>> {
  const created = await engine.createContainer(options)
  if (!created.ok) return created
  const id = created.value.Id
  const started = await startCreated(engine, id, own, carrier)
  // One that was never started does not take itself away.
  if (!started.ok) {
    await engine.removeContainer(id)
    return started
  }
  return { ok: true, value: { ...started.value, mounts } }
}

async function startCreated(
  engine: Engine,
  id: string,
  own: number,
  carrier: Carrier,
): Promise<EngineResult<Omit<KeptContainer, 'mounts'>>> {
  const filled = await carrier.fill(id)
  if (!filled.ok) return filled
  const input = await engine.attachInput(id)
  if (!input.ok) return input
  let gone = false
  input.value.on('error', () => undefined)
  input.value.once('close', () => {
    gone = true
  })
  input.value.resume()
  const started = await engine.startContainer(id)
  if (!started.ok) {
    input.value.destroy()
    return started
  }
  const state = await engine.inspectContainer(id)
  if (!state.ok || !state.value.Running) {
    input.value.destroy()
    return state.ok ? { ok: false, status: null, text: 'its first process ended at once' } : state
  }
  const bridge = await carrier.bridge(id)
  if (!bridge.ok) {
    input.value.destroy()
    return bridge
  }
  const counters = await findCounters(id, state.value.Pid)
  let ending: Promise<boolean> | null = null
  let problem: GloveboxError | null = null
  const wayEnded = bridge.value.ended.then(async (text) => {
    if (text === null || ending !== null) return new Promise(() => undefined)
    // Where all is lost it is not the way out that is to be spoken of.
    const now = await engine.inspectContainer(id)
    problem = (now.ok && now.value.Running ? wayLost(text) : lost(now.ok ? 'ended from outside' : now.text))
      .error
    return problem
  })
  const alive = bridge.value === noBridge ? own : own + bridgeProcesses
  /** Something runs in it, or ran, whose work is not out yet. */
  let isDirty = false
  const bringOut = async (): Promise<EngineResult<unknown>> => {
    const out = await carrier.bringOut(id)
    isDirty = false
    return out
  }
  return {
    ok: true,
    value: {
      id,
      isGone: () => gone,
      problem: () => problem,
      lost: wayEnded,
      isEnding: () => ending !== null,
      bringIn: () => {
        isDirty = carrier !== noCarrier
        return carrier.bringIn(id)
      },
      bringOut,
      usage: async () => {
        if (gone) return nothingCounted
        if (counters !== null) return counters.usage()
        const cpu = await engine.cpuMs(id)
        return { ...nothingCounted, cpuMs: cpu.ok ? Math.round(cpu.value) : null }
      },
      left: async () => {
        const seen = (await counters?.processes()) ?? null
        if (seen !== null) return Math.max(0, seen.length - alive)
        const asked = await engine.countProcesses(id)
        return asked.ok ? Math.max(0, asked.value - alive) : null
      },
      end: () => {
        bridge.value.close()
        ending ??= (isDirty && !gone ? stopAndBringOut(engine, id, carrier) : nothing())
          .then(() => remove(engine, id))
          .finally(() => {
            gone = true
            input.value.destroy()
          })
        return ending
      },
    },
  }
}

/** What is written while it is read would be read in part. */
async function stopAndBringOut(engine: Engine, id: string, carrier: Carrier): Promise<EngineResult<unknown>> {
  await engine.pauseContainer(id)
  return carrier.bringOut(id)
}

const removeRounds = 200
const removeRoundMs = 25

/** Killed first, which takes all that runs in it along; it then takes itself away, and we see to it that it did. */
async function remove(engine: Engine, id: string): Promise<boolean> {
  await engine.killContainer(id)
  for (let round = 0; round < removeRounds; round += 1) {
    const found = await engine.inspectContainer(id)
    if (!found.ok) return found.status === 404
    if (round === 4) await engine.removeContainer(id)
    await delay(removeRoundMs)
  }
  return false
}
