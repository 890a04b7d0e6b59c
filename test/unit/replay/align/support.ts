import fc from 'fast-check'
import { makeStep, type Step, type StepTool } from '../../../../src/main/replay/align/step'

export function tool(patch: Partial<StepTool> = {}): StepTool {
  return { kind: 'edit', target: 'a.ts', args: '', result: '', failed: false, ...patch }
}

export function step(patch: { tools?: readonly StepTool[]; text?: string; changes?: string } = {}): Step {
  const text = patch.text ?? ''
  return makeStep({ tools: patch.tools ?? [], text, changes: patch.changes ?? '', opening: text })
}

const small = (...values: readonly string[]) => fc.constantFrom(...values)

const toolArbitrary: fc.Arbitrary<StepTool> = fc.record({
  kind: small('read', 'edit', 'run'),
  target: small('a', 'b', 'c'),
  args: small('', 'x'),
  result: small('', 'y'),
  failed: fc.boolean(),
})

/** Steps from a small alphabet, so that equal and similar ones are frequent. */
export const stepArbitrary: fc.Arbitrary<Step> = fc
  .record({
    tools: fc.array(toolArbitrary, { maxLength: 2 }),
    text: small('', 'p', 'q'),
    changes: small('', 'z'),
  })
  .map(step)

export const stepsArbitrary = fc.array(stepArbitrary, { maxLength: 14 })
