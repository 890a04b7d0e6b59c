import type { BackendProbe, SandboxBackend } from '../../shared'
import { isUsualOrder } from './backend-order'

/** What is to be known of an order that is not as one would expect; null: nothing. */
export function orderWords(order: readonly SandboxBackend[], probes: readonly BackendProbe[]): string | null {
  if (order.length === 0) return 'None may be used: no run can start. Switch one on.'
  const usable = order.filter((backend) => probes.some((each) => each.backend === backend && each.available))
  if (usable.length === 0)
    return 'None of those that may be used can be used here: no run can start. What each needs is said above.'
  if (usable.every((backend) => backend === 'subprocess'))
    return 'No sandbox can be used here: each run asks you before it starts without one. What each needs is said above.'
  if (!isUsualOrder(order.filter((backend) => backend !== 'subprocess')))
    return 'One that holds less is tried before one that holds more.'
  return isUsualOrder(order)
    ? null
    : 'A plain process is never taken while another holds, wherever it stands here.'
}
