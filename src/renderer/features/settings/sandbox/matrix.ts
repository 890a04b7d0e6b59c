import {
  type AspectResult,
  type BackendProbe,
  type SandboxAspect,
  type SandboxBackend,
  sandboxAspects,
} from '../../../../shared'
import { type AspectGroupName, groupOf } from '../../../level'

export type MatrixRow = {
  readonly aspect: SandboxAspect
  readonly group: AspectGroupName
  /** The first of its group. */
  readonly startsGroup: boolean
  /** One for each column; null: that backend’s probe does not tell. */
  readonly results: readonly (AspectResult | null)[]
}
export type Matrix = { readonly columns: readonly BackendProbe[]; readonly rows: readonly MatrixRow[] }

const groupRank: Readonly<Record<AspectGroupName, number>> = {
  files: 0,
  programs: 1,
  network: 2,
  system: 3,
  limits: 4,
  end: 5,
}

/** What each backend that can be used holds, aspect by aspect; those that runs try first stand first. */
export function matrixOf(probes: readonly BackendProbe[], order: readonly SandboxBackend[]): Matrix {
  const rank = ({ backend }: BackendProbe): number => {
    const at = order.indexOf(backend)
    return at < 0 ? order.length + probes.length : at
  }
  const columns = probes
    .filter(({ available, aspects }) => available && aspects.length > 0)
    .sort((a, b) => rank(a) - rank(b))
  const known = sandboxAspects
    .filter((aspect) => columns.some(({ aspects }) => aspects.some((each) => each.aspect === aspect)))
    .sort((a, b) => groupRank[groupOf(a)] - groupRank[groupOf(b)])
  const rows = known.map((aspect, index): MatrixRow => {
    const before = known[index - 1]
    return {
      aspect,
      group: groupOf(aspect),
      startsGroup: before === undefined || groupOf(before) !== groupOf(aspect),
      results: columns.map(({ aspects }) => aspects.find((each) => each.aspect === aspect) ?? null),
    }
  })
  return { columns, rows }
}
