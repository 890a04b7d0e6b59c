/** Keeps the newest used trees while their files together stay below `maxEntries`; the newest one always stays. */
export function createTreeCache<T extends { readonly entries: readonly unknown[] }>(maxEntries = 120_000) {
  const trees = new Map<number, T>()
  let held = 0
  return {
    get: (frame: number): T | undefined => {
      const tree = trees.get(frame)
      if (tree === undefined) return undefined
      trees.delete(frame)
      trees.set(frame, tree)
      return tree
    },
    put: (frame: number, tree: T): void => {
      held += tree.entries.length - (trees.get(frame)?.entries.length ?? 0)
      trees.delete(frame)
      trees.set(frame, tree)
      for (const [oldest, { entries }] of trees) {
        if (held <= maxEntries || oldest === frame) return
        trees.delete(oldest)
        held -= entries.length
      }
    },
    frames: (): readonly number[] => [...trees.keys()],
  }
}
