import type { LiteralSecret } from './environment-secrets'
import { type FoundSecret, joinOverlapping, ranks } from './found-secret'
import { anchorsOf, matchWrapped } from './literal-match'
import { createPrivateKeyLook, privateKeyTrigger } from './private-key'
import { type ShapeRule, shapeRules } from './secret-rules'
import { libraryRules } from './secretlint-rules'
import { createTriggerScan, type Trigger } from './trigger-scan'
import { type CheckedPatterns, findUserPatterns } from './user-patterns'

/** All secrets in a text, in its order, none overlapping another. */
export type SecretFinder = (text: string) => readonly FoundSecret[]

/** `literal`: `rule` counts rules of all kinds; `offset` is where in the literal the trigger stands. */
type Suspect =
  | {
      readonly type: 'literal'
      readonly rule: number
      readonly secret: LiteralSecret
      readonly offset: number
    }
  | { readonly type: 'shape'; readonly rule: number; readonly shape: Shape }
  | { readonly type: 'library'; readonly rule: number; readonly index: number }
  | { readonly type: 'privateKey'; readonly rule: number }

type Shape = ShapeRule & { readonly expression: RegExp; readonly barrenRun: RegExp | null }

/** How far around a trigger a library rule looks: a key of OpenAI has its trigger in the middle. */
const before = 160
const after = 2048
/** So much of a text is given to a library rule at once: it may look through all of that again for each thing it finds. */
const maxWindow = 16 * 1024

const none: readonly FoundSecret[] = []

/** No secret is longer. For a run without an end the engine keeps a note of each character, and throws after some millions. */
const longestRun = 1_000_000

function endingExpression(pattern: string): RegExp {
  const ending = pattern
    .replace(/\{(\d+),\}/g, `{$1,${longestRun}}`)
    .replace(/\]([*+])/g, (_, kind) => `]{${kind === '+' ? 1 : 0},${longestRun}}`)
  return new RegExp(ending, 'y')
}

const ruleSuspects: readonly Trigger<Suspect>[] = [
  { text: privateKeyTrigger, means: { type: 'privateKey', rule: 0 } },
  ...shapeRules.flatMap((rule, index): Trigger<Suspect>[] => {
    const shape: Shape = {
      ...rule,
      expression: endingExpression(rule.pattern),
      barrenRun: rule.barren === undefined ? null : endingExpression(rule.barren),
    }
    return rule.triggers.map((text) => ({ text, means: { type: 'shape', rule: 1 + index, shape } }))
  }),
  ...libraryRules.flatMap(({ triggers }, index): Trigger<Suspect>[] =>
    triggers.map((text) => ({
      text,
      means: { type: 'library', rule: 1 + shapeRules.length + index, index },
    })),
  ),
]
const ruleCount = 1 + shapeRules.length + libraryRules.length

const scanRules = createTriggerScan(ruleSuspects)

/** Where in a text the first thing stands that a secret told by its shape may begin with; its length if nowhere. */
export function firstShapeStart(text: string): number {
  let first = text.length
  scanRules(text, (at, suspect) => {
    const back = suspect.type === 'shape' ? (suspect.shape.back ?? 0) : 0
    first = Math.min(first, Math.max(0, at - back))
  })
  return first
}

export function createSecretFinder(
  literals: readonly LiteralSecret[],
  patterns: CheckedPatterns,
): SecretFinder {
  const scan = createTriggerScan<Suspect>([
    ...literals.flatMap((secret, index) => literalTriggers(secret, ruleCount + index)),
    ...ruleSuspects,
  ])
  return (text) => {
    // Made for texts with a suspect only: most have none.
    const search: { current: ReturnType<typeof createSearch> | null } = { current: null }
    scan(text, (at, suspect) => {
      search.current ??= createSearch(text, ruleCount + literals.length)
      search.current.look(at, suspect)
    })
    const matched = findUserPatterns(text, patterns)
    const found = search.current?.end() ?? none
    return joinOverlapping(matched.length === 0 ? found : [...found, ...matched])
  }
}

function literalTriggers(secret: LiteralSecret, rule: number): readonly Trigger<Suspect>[] {
  if (!secret.wraps) return [{ text: secret.text, means: { type: 'literal', rule, secret, offset: 0 } }]
  return anchorsOf(secret).map(({ text, offset }) => ({
    text,
    means: { type: 'literal', rule, secret, offset },
  }))
}

/** What is found in one text. */
function createSearch(text: string, rules: number) {
  const found: FoundSecret[] = []
  /** Where each rule looks next: it does not look into what it has found, or knows to be barren. */
  const next = new Int32Array(rules)
  const windows = new Map<number, { from: number; to: number }>()
  const lookForKey = createPrivateKeyLook(text)

  const add = (rule: number, secret: FoundSecret): void => {
    next[rule] = secret.end
    found.push(secret)
  }
  const endWindow = (index: number): void => {
    const window = windows.get(index)
    const rule = libraryRules[index]
    if (window !== undefined && rule !== undefined) found.push(...rule.find(text, window.from, window.to))
    windows.delete(index)
  }
  /** Neighbouring triggers share a window, so that the rule runs over hardly any part of the text more than once. */
  const openWindow = (index: number, at: number): void => {
    const window = windows.get(index)
    const from = Math.max(0, at - before)
    const to = Math.min(text.length, at + after)
    if (window !== undefined && from <= window.to && to - window.from <= maxWindow) {
      window.to = Math.max(window.to, to)
      window.from = Math.min(window.from, from)
    } else {
      endWindow(index)
      windows.set(index, { from, to })
    }
  }

  return {
    look: (at: number, suspect: Suspect): void => {
      if (at < (next[suspect.rule] ?? 0)) return
      switch (suspect.type) {
        case 'literal': {
          const place = placeOfLiteral(text, at, suspect.secret, suspect.offset)
          if (place !== null) add(suspect.rule, { ...place, name: suspect.secret.name, rank: ranks.literal })
          return
        }
        case 'shape': {
          const place = placeOfShape(text, at, suspect.shape)
          if (typeof place === 'number') next[suspect.rule] = place
          else add(suspect.rule, { ...place, name: suspect.shape.name, rank: ranks.shape })
          return
        }
        case 'library':
          openWindow(suspect.index, at)
          return
        case 'privateKey': {
          const key = lookForKey(at)
          if (key !== null) add(suspect.rule, key)
        }
      }
    },
    end: (): readonly FoundSecret[] => {
      for (const index of [...windows.keys()]) endWindow(index)
      return found
    },
  }
}

type Place = { readonly start: number; readonly end: number }

function placeOfLiteral(text: string, at: number, { text: secret, wraps }: LiteralSecret, offset: number) {
  return wraps ? matchWrapped(text, secret, at, offset) : { start: at, end: at + secret.length }
}

/** Where a rule matches, or from where on it is worth trying again. */
function placeOfShape(
  text: string,
  at: number,
  { expression, back = 0, keep, barrenRun }: Shape,
): Place | number {
  expression.lastIndex = Math.max(0, at - back)
  if (expression.test(text)) {
    const [head, tail] = keep ?? [0, 0]
    return { start: at - back + head, end: expression.lastIndex - tail }
  }
  if (barrenRun === null) return at + 1
  barrenRun.lastIndex = at
  barrenRun.test(text)
  return Math.max(at + 1, barrenRun.lastIndex)
}
