import { type SandboxBackend, sandboxOrder } from '../../shared'

/** Every backend, those that runs may use in their order and the others after them; `isUsed` tells which. */
export function listedBackends(
  order: readonly SandboxBackend[],
): readonly { readonly backend: SandboxBackend; readonly isUsed: boolean }[] {
  const used = [...new Set(order)]
  return [
    ...used.map((backend) => ({ backend, isUsed: true })),
    ...sandboxOrder
      .filter((backend) => !used.includes(backend))
      .map((backend) => ({ backend, isUsed: false })),
  ]
}

/** The order with one backend a place further up (−1) or down (+1). At an end, it stays as it is. */
export function moveBackend(
  order: readonly SandboxBackend[],
  backend: SandboxBackend,
  by: -1 | 1,
): readonly SandboxBackend[] {
  const from = order.indexOf(backend)
  const other = order[from + by]
  if (from < 0 || other === undefined) return order
  return order.map((each) => (each === backend ? other : each === other ? backend : each))
}

/**
 * Takes a backend in or out. One that is taken in comes before the first that holds less by its kind, so that nothing
 * stands behind the plain process by accident.
 */
export function takeBackend(
  order: readonly SandboxBackend[],
  backend: SandboxBackend,
  isUsed: boolean,
): readonly SandboxBackend[] {
  const others = order.filter((each) => each !== backend)
  if (!isUsed) return others
  const rank = sandboxOrder.indexOf(backend)
  const at = others.findIndex((each) => sandboxOrder.indexOf(each) > rank)
  return at < 0 ? [...others, backend] : [...others.slice(0, at), backend, ...others.slice(at)]
}

/** Whether no backend stands before one that holds more by its kind. */
export function isUsualOrder(order: readonly SandboxBackend[]): boolean {
  const ranks = order.map((backend) => sandboxOrder.indexOf(backend))
  return ranks.every((rank, index) => index === 0 || rank > (ranks[index - 1] ?? -1))
}
