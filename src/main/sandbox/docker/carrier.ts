import type { Readable } from 'node:stream'
import type { Mount } from '../box'
import { noBridge, openBridge } from './bridge/open-bridge'
import type { BridgedSocket } from './bridge/sockets'
import { carryIn } from './carry-in'
import { carryLimits, carryOut } from './carry-out'
import type { Engine } from './engine'
import type { EngineResult } from './engine-result'
import type { Carrier } from './kept-container'
import type { InsideUser } from './ownership'

/** Carries a box's places to its containers and what may be written back, as archives over the engine's API. */
export function createCarrier(
  engine: Engine,
  mounts: readonly Mount[],
  user: InsideUser,
  controlFolder: string,
  sockets: readonly BridgedSocket[],
): Carrier {
  const put = (id: string, what: readonly Mount[]) =>
    engine.putArchive(id, carryIn(what, user, carryLimits), '/')
  return {
    fill: (id) => put(id, mounts),
    // Code to be run is put there while the box is open.
    bringIn: (id) =>
      put(
        id,
        mounts.filter(({ target }) => target === controlFolder),
      ),
    bringOut: async (id) => {
      for (const { source, target, access } of mounts) {
        if (access !== 'write') continue
        const out = await bringOut(engine, id, source, target)
        if (!out.ok) return out
      }
      return { ok: true, value: null }
    },
    bridge: async (id) =>
      sockets.length === 0 ? { ok: true, value: noBridge } : openBridge(engine, id, sockets),
  }
}

async function bringOut(
  engine: Engine,
  id: string,
  source: string,
  target: string,
): Promise<EngineResult<unknown>> {
  const archive: EngineResult<Readable> = await engine.getArchive(id, target)
  if (!archive.ok) return archive
  try {
    return { ok: true, value: await carryOut(archive.value, source) }
  } catch (cause) {
    return { ok: false, status: null, text: cause instanceof Error ? cause.message : String(cause) }
  }
}
