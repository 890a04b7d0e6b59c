import type { Level } from '../../shared'
import type { StripLevel } from '../lib/status-strip'
import { backendName, isNotStarted, isSameLevel, levelSentence, levelShort, levelTone } from './level-words'

/** A level for the status strip; `lead` stands before it: “recorded:”. Null where nothing was to be held. */
export function stripLevel(level: Level, lead = ''): StripLevel | null {
  if (isNotStarted(level)) return null
  return {
    text: [lead, levelShort(level)].filter(Boolean).join(' '),
    isCalm: levelTone(level) === 'ok',
    title: levelSentence(level),
  }
}

/** The levels of a comparison: one where they are the same. `difference`: what tells them apart. */
export function stripLevels(a: Level, b: Level, difference: string | null): StripLevel | null {
  if (difference === null) return stripLevel(a)
  const isSame = isSameLevel(a, b)
  return {
    text: `A ${backendName(a.backend)}, B ${backendName(b.backend)}: ${isSame ? 'same level' : 'levels differ'}`,
    isCalm: isSame && levelTone(a) === 'ok' && levelTone(b) === 'ok',
    title: difference,
  }
}
