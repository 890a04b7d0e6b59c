import type { BackendProbe, ErrorCode, SandboxBackend } from '../../shared'
import { plural } from '../lib/format'
import type { Tone } from '../ui/chip'

const titles: Readonly<Record<SandboxBackend, string>> = {
  docker: 'Docker',
  bubblewrap: 'bubblewrap',
  seatbelt: 'macOS sandbox',
  firejail: 'firejail',
  subprocess: 'Plain process',
}

/** What a backend is called where no probe has told. */
export const backendTitle = (backend: SandboxBackend, probe?: BackendProbe): string =>
  probe?.title ?? titles[backend]

/** What a backend is, in one sentence. */
export const backendMeaning: Readonly<Record<SandboxBackend, string>> = {
  docker: 'A container of its own for each run, with a system of its own.',
  bubblewrap: 'Namespaces and a filter of system calls, on your own system.',
  seatbelt: 'The sandbox that macOS brings, with a profile for each run.',
  firejail: 'Namespaces by a white list, on your own system.',
  subprocess: 'No sandbox: limits alone. A run that comes to it asks you first, each time.',
}

const states: Readonly<Partial<Record<ErrorCode, string>>> = {
  'sandbox.not_installed': 'not installed',
  'sandbox.too_old': 'too old',
  'sandbox.not_permitted': 'not permitted',
  'sandbox.unsupported': 'not for this system',
  'sandbox.lying': 'does not hold what it says',
  'sandbox.probe_failed': 'could not be probed',
  'sandbox.changed': 'changed since it was probed',
}

export type BackendState = { readonly tone: Tone; readonly text: string }

/** Whether a backend can be used, in a few words for a chip. */
export function backendState(probe: BackendProbe | undefined): BackendState {
  if (probe === undefined) return { tone: 'neutral', text: 'not probed' }
  // Nothing is wrong with this machine.
  if (isOfAnotherSystem(probe)) return { tone: 'neutral', text: 'not for this system' }
  if (!probe.available && probe.problem?.details['reason'] === 'no_daemon')
    return { tone: 'warn', text: 'not running' }
  if (!probe.available)
    return {
      tone: probe.problem?.code === 'sandbox.lying' ? 'bad' : 'warn',
      text: (probe.problem === null ? undefined : states[probe.problem.code]) ?? 'can’t be used',
    }
  if (probe.backend === 'subprocess') return { tone: 'warn', text: 'holds limits alone' }
  return { tone: probe.warnings.length === 0 ? 'ok' : 'warn', text: heldCount(probe) }
}

/** The sandbox of macOS, anywhere else. */
export const isOfAnotherSystem = ({ backend, problem }: BackendProbe): boolean =>
  backend === 'seatbelt' && problem?.code === 'sandbox.unsupported'

/** “holds 18 of 19 aspects”. */
function heldCount({ aspects }: BackendProbe): string {
  const held = aspects.filter(({ outcome }) => outcome === 'held').length
  return `holds ${held} of ${plural(aspects.length, 'aspect')}`
}
