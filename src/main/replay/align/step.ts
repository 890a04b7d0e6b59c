/** One tool call of a frame as far as alignment looks at it; `args` and `result` are digests of normalised text. */
export type StepTool = {
  readonly kind: string
  readonly target: string
  readonly args: string
  readonly result: string
  readonly failed: boolean
}

/**
 * A frame as alignment sees it: three fingerprints from strict to loose, and the parts they are made of, from which the
 * difference is put in words. `lead` is the one call that the frame is about (its first that acts, else its first).
 */
export type Step = {
  readonly exact: string
  readonly intent: string
  readonly kind: string
  readonly lead: string
  readonly tools: readonly StepTool[]
  readonly text: string
  readonly changes: string
}

export type StepParts = Pick<Step, 'tools' | 'text' | 'changes'> & {
  /** Opening words of what was said, normalised: what a frame without tools is recognised by. */
  readonly opening: string
}

const acting: ReadonlySet<string> = new Set(['edit', 'create', 'delete', 'rename', 'run'])
const separator = '\u0000'

/** Makes a step's fingerprints from its parts. Pure. */
export function makeStep(parts: StepParts): Step {
  const { tools, text, changes, opening } = parts
  const lead = tools.find(({ kind }) => acting.has(kind)) ?? tools[0]
  const intents = tools.map(({ kind, target }) => kind + separator + target)
  const details = tools.map(({ args, result, failed }) => [args, result, failed].join(separator))
  return {
    exact: [...intents, ...details, text, changes].join('\u0001'),
    intent: tools.length === 0 ? `say${separator}${opening}` : intents.join('\u0001'),
    kind: tools.length === 0 ? 'say' : tools.map(({ kind }) => kind).join(separator),
    lead: lead === undefined ? '' : lead.kind + separator + lead.target,
    tools,
    text,
    changes,
  }
}
