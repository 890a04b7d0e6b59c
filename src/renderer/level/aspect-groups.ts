import type { AspectOutcome, AspectResult, SandboxAspect } from '../../shared'

/** Aspects that people think of as one thing. */
export type AspectGroupName = 'files' | 'programs' | 'network' | 'system' | 'limits' | 'end'

export const aspectGroupNames: readonly AspectGroupName[] = [
  'files',
  'programs',
  'network',
  'system',
  'limits',
  'end',
]

const membership: Readonly<Record<SandboxAspect, AspectGroupName>> = {
  write_outside: 'files',
  read_secret: 'files',
  parent_environment: 'programs',
  open_files: 'programs',
  other_processes: 'programs',
  unix_sockets: 'programs',
  docker_socket: 'programs',
  network: 'network',
  loopback: 'network',
  ipc: 'programs',
  devices: 'system',
  proc_sys: 'system',
  setuid: 'system',
  nested_namespace: 'system',
  kernel_surface: 'system',
  memory: 'limits',
  processes: 'limits',
  cpu_time: 'limits',
  children_after_kill: 'end',
}

export const groupTitles: Readonly<Record<AspectGroupName, string>> = {
  files: 'Other files',
  programs: 'Other programs',
  network: 'Network',
  system: 'Kernel and devices',
  limits: 'Memory, processes, processor time',
  end: 'What is left after the end',
}

export const groupOf = (aspect: SandboxAspect): AspectGroupName => membership[aspect]

export type AspectGroup = {
  readonly name: AspectGroupName
  readonly outcome: AspectOutcome
  readonly aspects: readonly AspectResult[]
}

/** The aspects in groups; those that nothing was probed of are left out. */
export function aspectGroups(aspects: readonly AspectResult[]): readonly AspectGroup[] {
  return aspectGroupNames.flatMap((name) => {
    const own = aspects.filter(({ aspect }) => membership[aspect] === name)
    return own.length === 0 ? [] : [{ name, outcome: outcomeOf(own), aspects: own }]
  })
}

/**
 * What the aspects come to together: held only where each of them is. A container engine that there is none of says
 * nothing about the others.
 */
export function outcomeOf(aspects: readonly AspectResult[]): AspectOutcome {
  const tried = aspects.filter(({ aspect, outcome }) => outcome !== 'unknown' || aspect !== 'docker_socket')
  const outcomes = new Set((tried.length === 0 ? aspects : tried).map(({ outcome }) => outcome))
  if (outcomes.size === 1 && outcomes.has('held')) return 'held'
  if (outcomes.has('held') || outcomes.has('partly')) return 'partly'
  return outcomes.has('not_held') ? 'not_held' : 'unknown'
}
