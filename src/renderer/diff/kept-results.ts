/** Keeps the results used last, up to a total weight (bytes, roughly). */
export type KeptResults<V> = {
  readonly get: (key: string) => V | undefined
  readonly set: (key: string, value: V) => void
}

export function createKeptResults<V>(maxWeight: number, weigh: (value: V) => number): KeptResults<V> {
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
  }
}
