import {
  type Capability,
  type ConsentScope,
  capabilities,
  capabilityWords,
  type RuntimeInfo,
} from '../../shared'
import { plural } from './format'
import { daysBetween, endOfDay, formatRelative, formatTimeOfDay } from './time'

/** “Rehearsal”, “Rehearsal and Codex”, “Rehearsal, Codex and Claude Code”. */
export function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

/** What a grant comes down to, for a button and a list: “edit a copy”, “run commands in a copy”, “read a copy”. */
export function actWords(granted: readonly Capability[]): string {
  if (granted.includes('write_mirror') || granted.includes('create_files')) return 'edit a copy'
  return granted.includes('run_commands') ? 'run commands in a copy' : 'read a copy'
}

/** How long: “once”, “until tonight”, “until 14:02”, “until tomorrow, 09:00”, “until 4 Mar, 14:02”, “until you revoke it”. */
export function scopeWords(scope: ConsentScope, now: number): string {
  switch (scope.type) {
    case 'once':
      return 'once'
    case 'until_revoked':
      return 'until you revoke it'
    case 'until':
      return `until ${untilWords(scope.at, now)}`
  }
}

function untilWords(at: number, now: number): string {
  const days = daysBetween(at, now)
  if (days === 0) return endOfDay(now) - at < 60_000 ? 'tonight' : formatTimeOfDay(at)
  return `${at > now && days < 7 ? dayWords(days) : formatRelative(at, now)}, ${formatTimeOfDay(at)}`
}

const dayWords = (days: number) => (days === 1 ? 'tomorrow' : `in ${days} days`)

/**
 * What agents will be able to do, one line each. `files`: how many would be copied, when that is known. `askers`: those
 * of several that ask a model; null: it is one agent, or all of them do. `hosts`: what `reach_network` reaches, where
 * that is known.
 */
export function ableWords(
  granted: readonly Capability[],
  files: number | null,
  askers: readonly string[] | null = null,
  hosts: readonly string[] = [],
): readonly string[] {
  const copy = `a copy of ${files === null ? 'the tracked files' : plural(files, 'tracked file')}`
  const writes = granted.includes('write_mirror')
  const lines = [
    granted.includes('read_tracked_files') && `read ${writes ? 'and change ' : ''}${copy}`,
    ...capabilities
      .filter((each) => each !== 'read_tracked_files' && each !== 'write_mirror')
      .map(
        (each) =>
          granted.includes(each) &&
          (each === 'reach_network' && hosts.length > 0
            ? `reach ${hostWords(hosts)}`
            : capabilityWords[each].allows + (each === 'reach_provider' ? among(askers) : '')),
      ),
  ]
  return lines.filter((line) => line !== false)
}

/** “example.org”, “example.org, *.example.com and 3 other hosts”. */
export function hostWords(hosts: readonly string[]): string {
  const shown = hosts.length > 3 ? hosts.slice(0, 2) : hosts
  const more = hosts.length - shown.length
  return listWords(more === 0 ? shown : [...shown, plural(more, 'other host')])
}

const among = (askers: readonly string[] | null) => (askers === null ? '' : ` (${listWords(askers)} alone)`)

/** Of the chosen agents those that ask a model, where the others do not; null: it is the same for all. */
export function modelAskers(chosen: readonly RuntimeInfo[]): readonly string[] | null {
  const asking = chosen.filter(
    ({ required, optional }) => required.includes('reach_provider') || optional.includes('reach_provider'),
  )
  return asking.length === 0 || asking.length === chosen.length ? null : asking.map(({ title }) => title)
}

/** What it will not be able to do: what each power that is not granted would have allowed. */
export function notAbleWords(granted: readonly Capability[]): readonly string[] {
  return capabilities.filter((each) => !granted.includes(each)).map((each) => capabilityWords[each].without)
}
