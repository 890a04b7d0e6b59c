import { type AspectResult, type SandboxAspect, sandboxAspects } from '../../../shared'
import { attempts } from './attempts'

/** Whether an attempt worked on the host and inside; null: it was not made there. */
export type Tried = { readonly host: boolean | null; readonly inside: boolean | null }

/**
 * Where the account's own rights close these on the host, nothing is left for the box to hold, and they are still
 * closed: seen inside itself, not inferred.
 */
const heldByTheAccount: ReadonlySet<SandboxAspect> = new Set([
  'devices',
  'proc_sys',
  'setuid',
  'nested_namespace',
])

/** The outcome of each aspect that is tried by calls, from all its attempts. `tried` is in the order of `attempts`. */
export function judge(tried: readonly Tried[]): readonly AspectResult[] {
  const aspects = sandboxAspects.filter((aspect) => attempts.some((attempt) => attempt.aspect === aspect))
  return aspects.map((aspect) => {
    const own = attempts.flatMap((attempt, index) => {
      const outcome = tried[index]
      return attempt.aspect === aspect && outcome !== undefined ? [{ what: attempt.what, ...outcome }] : []
    })
    return judgeAspect(aspect, own)
  })
}

type Named = Tried & { readonly what: string }

function judgeAspect(aspect: SandboxAspect, tried: readonly Named[]): AspectResult {
  const works = tried.filter(({ host }) => host === true)
  const worksInside = tried.filter(({ inside }) => inside === true)
  const list = (from: readonly Named[]): string => from.map(({ what }) => what).join(', ')
  const onHost = works.length === 0 ? 'On the host none of it works.' : `On the host it ${list(works)}.`
  if (tried.every(({ inside }) => inside === null))
    return { aspect, outcome: 'unknown', evidence: 'It could not be tried inside.' }
  if (worksInside.length > 0) {
    const outcome = worksInside.length < works.length ? 'partly' : 'not_held'
    return { aspect, outcome, evidence: `${onHost} Inside it ${list(worksInside)}.` }
  }
  if (works.length > 0) return { aspect, outcome: 'held', evidence: `${onHost} Inside: nothing of it.` }
  return heldByTheAccount.has(aspect)
    ? { aspect, outcome: 'held', evidence: 'This account may not do it on the host either, and not inside.' }
    : { aspect, outcome: 'unknown', evidence: 'It does not work on the host either, so it can’t be tried.' }
}
