/** A fixed text that a scan looks for, and what stands for it when it was found. */
export type Trigger<T> = { readonly text: string; readonly means: T }

/** Calls `visit` for every place a trigger begins at, from the first to the last. */
export type TriggerScan<T> = (text: string, visit: (at: number, means: T) => void) => void

/** Hashes are of three characters, 5 bits apart. */
const hashMask = 0x7fff

type Anchored<T> = Trigger<T> & { readonly offset: number }

/**
 * Looks for any number of fixed texts in one pass: only where three characters in a row are those that one of the
 * triggers is known by is the trigger itself compared. Triggers have at least three characters.
 */
export function createTriggerScan<T>(triggers: readonly Trigger<T>[]): TriggerScan<T> {
  const buckets = new Map<number, Anchored<T>[]>()
  const known = new Uint8Array(hashMask + 1)
  for (const trigger of triggers) {
    const offset = rarest(trigger.text, 0, trigger.text.length)
    const hash = hashAt(trigger.text, offset)
    known[hash] = 1
    const bucket = buckets.get(hash) ?? []
    bucket.push({ ...trigger, offset })
    buckets.set(hash, bucket)
  }
  return (text, visit) => {
    let hash = 0
    for (let index = 0; index < text.length; index += 1) {
      hash = ((hash << 5) ^ text.charCodeAt(index)) & hashMask
      if (known[hash] === 0) continue
      for (const anchored of buckets.get(hash) ?? []) {
        const at = index - 2 - anchored.offset
        if (at >= 0 && text.startsWith(anchored.text, at)) visit(at, anchored.means)
      }
    }
  }
}

function hashAt(text: string, at: number): number {
  let hash = 0
  for (let index = at; index < at + 3; index += 1) hash = ((hash << 5) ^ text.charCodeAt(index)) & hashMask
  return hash
}

/** Where, between two positions of a text, the three characters begin that other texts are least likely to hold. */
export function rarest(text: string, from: number, to: number): number {
  let best = from
  let least = Number.POSITIVE_INFINITY
  for (let at = from; at + 3 <= to; at += 1) {
    const weight = commonness(text[at]) * commonness(text[at + 1]) * commonness(text[at + 2])
    if (weight >= least) continue
    least = weight
    best = at
  }
  return best
}

/** How often a character is met in logs, source and prose, roughly. */
function commonness(char = ''): number {
  if (/[ etaoinsrlcdu]/.test(char)) return 8
  if (/[a-z"/.:,]/.test(char)) return 4
  if (/[0-9A-F=_-]/.test(char)) return 2
  return 1
}
