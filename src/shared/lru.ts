/** Keeps the values used last, up to a total weight. A value heavier than everything allowed is not kept at all. */
export type Lru<V> = {
  readonly get: (key: string) => V | undefined
  readonly set: (key: string, value: V) => void
  readonly weight: () => number
}

export function createLru<V>(maxWeight: number, weigh: (value: V) => number): Lru<V> {
  const values = new Map<string, { readonly value: V; readonly weight: number }>()
  let total = 0

  const drop = (key: string) => {
    total -= values.get(key)?.weight ?? 0
    values.delete(key)
  }
  return {
    get: (key) => {
      const found = values.get(key)
      if (found === undefined) return undefined
      values.delete(key)
      values.set(key, found)
      return found.value
    },
    set: (key, value) => {
      drop(key)
      const weight = weigh(value)
      if (weight > maxWeight) return
      values.set(key, { value, weight })
      total += weight
      for (const oldest of values.keys()) {
        if (total <= maxWeight) break
        drop(oldest)
      }
    },
    weight: () => total,
  }
}
