import { ok } from '../../../shared'
import type { Handlers, Notices } from '../../gateway'
import type { KeyVault } from '../../keys'
import type { PriceTable } from '../../prices'
import type { RuntimeRegistry } from '../../runtimes'

export type KeyHandlerDeps = {
  readonly keys: KeyVault
  readonly prices: PriceTable
  readonly runtimes: Pick<RuntimeRegistry, 'probeAgain'>
  readonly notices: Notices
}

type KeyCalls = 'keys.list' | 'keys.save' | 'keys.remove' | 'prices.list'

export function keyHandlers({ keys, prices, runtimes, notices }: KeyHandlerDeps): Pick<Handlers, KeyCalls> {
  /** Whether a program is signed in depends on its key. */
  const probeAgain = async (): Promise<void> => {
    await runtimes.probeAgain()
    notices.announce({ topic: 'runtimes', id: null })
  }
  return {
    'keys.list': () => ok({ keys: keys.list(), canEncrypt: keys.canEncrypt() }),
    'keys.save': async ({ runtime, value, keep }) => {
      const saved = keys.save(runtime, value, keep)
      if (saved.ok) await probeAgain()
      return saved
    },
    'keys.remove': async ({ runtime }) => {
      const removed = keys.remove(runtime)
      if (removed.ok) await probeAgain()
      return removed
    },
    'prices.list': () => ok(listed(prices)),
  }
}

/** One line per model name; as old as the oldest of its sources. */
function listed({ vendors }: PriceTable) {
  const dates = vendors.map(({ asOf }) => asOf).sort()
  const prices = vendors.flatMap((vendor) =>
    vendor.prices.flatMap(({ models, inputUsd, outputUsd, cacheReadUsd, cacheWriteUsd }) =>
      models.map((model) => ({ model, inputUsd, outputUsd, cacheReadUsd, cacheWriteUsd })),
    ),
  )
  return { asOf: dates[0] ?? '', prices }
}
