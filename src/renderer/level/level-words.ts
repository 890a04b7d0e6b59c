import type { AspectOutcome, Level, LimitName, SandboxAspect } from '../../shared'
import { listWords } from '../lib/consent-words'
import { type AspectGroupName, aspectGroups } from './aspect-groups'

export type LevelTone = 'ok' | 'warn' | 'bad'

const shortNames: Readonly<Record<Level['backend'], string>> = {
  none: 'not sandboxed',
  docker: 'docker',
  bubblewrap: 'bubblewrap',
  seatbelt: 'macOS sandbox',
  firejail: 'firejail',
  subprocess: 'not sandboxed',
}

/** What holds a run, in a word or two. */
export const backendName = (backend: Level['backend']): string => shortNames[backend]

/** Whether something besides the program's own good will holds the run. */
export const isSandboxed = ({ backend }: Pick<Level, 'backend'>): boolean =>
  backend !== 'none' && backend !== 'subprocess'

/** Whether the session never came to be held by anything: it was refused before. */
export const isNotStarted = ({ backend, held, notHeld }: Level): boolean =>
  backend === 'none' && held.length === 0 && notHeld.length === 0

export const outcomeWords: Readonly<Record<AspectOutcome, string>> = {
  held: 'held',
  partly: 'in part',
  not_held: 'not held',
  unknown: 'not known',
}

const objects: Readonly<Record<AspectGroupName, string>> = {
  files: 'other files',
  programs: 'other programs',
  network: 'the network beyond what you grant',
  system: 'devices',
  limits: 'memory, processes and processor time',
  end: 'what is left after the end',
}
/** Groups that are held by keeping them out of reach. */
const reachable: readonly AspectGroupName[] = ['files', 'programs', 'system', 'network']

/** The level in one line of plain words: what the run can’t reach, what is limited, and what is not held. */
export function levelSentence(level: Level): string {
  if (!isSandboxed(level))
    return 'Not sandboxed: it works in a copy, with the rights of your account. Other files and the network can be reached.'
  const groups = aspectGroups(level.aspects ?? [])
  const named = (outcomes: readonly AspectOutcome[], names: readonly AspectGroupName[]) =>
    names
      .filter((name) => groups.some((each) => each.name === name && outcomes.includes(each.outcome)))
      .map((name) => objects[name])
  const closed = named(['held'], reachable)
  const limited = named(['held'], ['limits'])
  const partly = named(['partly'], [...reachable, 'limits', 'end'])
  const open = named(['not_held', 'unknown'], [...reachable, 'limits', 'end'])
  const parts = [
    closed.length > 0 && `${listWords(closed)} ${isOne(closed) ? 'is' : 'are'} out of reach`,
    limited.length > 0 && `${listWords(limited)} are limited`,
    partly.length > 0 && `held in part: ${listWords(partly)}`,
    open.length > 0 && `not held: ${listWords(open)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? `${level.title}.` : `${level.title}: ${parts.join('; ')}.`
}

const isOne = (words: readonly string[]): boolean => words.length === 1 && words[0] === objects.network

/** The level in a few words for a strip or a badge: “bubblewrap · files, programs, network held”. */
export function levelShort(level: Level): string {
  if (!isSandboxed(level)) return level.title
  const held = aspectGroups(level.aspects ?? [])
    .filter(({ name, outcome }) => outcome === 'held' && name !== 'end')
    .map(({ name }) => stripWords[name])
  return held.length === 0
    ? backendName(level.backend)
    : `${backendName(level.backend)} · ${held.join(', ')} held`
}

const stripWords: Readonly<Record<AspectGroupName, string>> = {
  files: 'files',
  programs: 'programs',
  network: 'network',
  system: 'kernel',
  limits: 'limits',
  end: 'end',
}

/** Warns where nothing holds the run, or where not all of its boundary is held. */
export function levelTone(level: Level): LevelTone {
  if (!isSandboxed(level)) return 'warn'
  const edge = aspectGroups(level.aspects ?? []).filter(({ name }) => reachable.includes(name))
  return edge.some(({ outcome }) => outcome === 'not_held') ? 'warn' : 'ok'
}

const limitAspects: Readonly<Partial<Record<LimitName, SandboxAspect>>> = {
  memoryBytes: 'memory',
  processes: 'processes',
  cpuMs: 'cpu_time',
}

/** Whether a limit is held at a level. Those that Glovebox counts itself always are. */
export function isLimitHeld(level: Level | null, limit: LimitName): boolean {
  const aspect = limitAspects[limit]
  if (aspect === undefined) return true
  return level?.aspects?.some((each) => each.aspect === aspect && each.outcome === 'held') ?? false
}

/** What is withheld from a run that nothing holds, for below the list of it. */
export const unforcedWords =
  'What is withheld above is held by the agent’s own rules: no sandbox forces it here.'

/** Whether nothing outside the copy could be changed. */
export const holdsWrites = ({ aspects = [] }: Level): boolean =>
  aspects.some(({ aspect, outcome }) => aspect === 'write_outside' && outcome === 'held')

/** Whether two sandboxes hold the same, whichever they are. */
export function isSameLevel(a: Level, b: Level): boolean {
  if (!isSandboxed(a) || !isSandboxed(b) || a.aspects === undefined || b.aspects === undefined) return false
  const held = ({ aspects = [] }: Level) =>
    aspects
      .filter(({ outcome }) => outcome === 'held' || outcome === 'partly')
      .map(({ aspect, outcome }) => `${aspect} ${outcome}`)
      .sort()
      .join()
  return held(a) === held(b)
}

/** What tells two levels apart, in words for A and for B; null where the same thing holds both the same. */
export function levelDifference(a: Level, b: Level): string | null {
  if (isNotStarted(a) || isNotStarted(b)) return null
  const outcomes = (level: Level) => new Map((level.aspects ?? []).map((each) => [each.aspect, each.outcome]))
  const left = outcomes(a)
  const right = outcomes(b)
  const groups = (held: ReadonlyMap<SandboxAspect, AspectOutcome>, other: typeof held) => {
    const only = [...held].filter(([aspect, outcome]) => outcome === 'held' && other.get(aspect) !== 'held')
    return aspectGroups(only.map(([aspect, outcome]) => ({ aspect, outcome, evidence: '' }))).map(
      ({ name }) => objects[name],
    )
  }
  const inA = groups(left, right)
  const inB = groups(right, left)
  if (backendName(a.backend) === backendName(b.backend) && inA.length + inB.length === 0) return null
  return [
    `A: ${backendName(a.backend)}. B: ${backendName(b.backend)}.`,
    isSameLevel(a, b) && 'Both held the same.',
    inA.length > 0 && `Held in A, not or not wholly in B: ${listWords(inA)}.`,
    inB.length > 0 && `Held in B, not or not wholly in A: ${listWords(inB)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
