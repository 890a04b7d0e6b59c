import type { ModelRequest, Scenario, ScenarioStep, Step } from './types'
import { cwdFilled } from './working-folder'

const usedUp: Step = { type: 'error', status: 400, message: 'The scenario has no step for this request.' }

/** Gives out the steps of a scenario one by one, `{cwd}` in them filled with the program's own folder. */
export function createSteps(scenario: Scenario): (request: ModelRequest) => Promise<Step> {
  const { steps, rest = usedUp } = 'steps' in scenario ? scenario : { steps: scenario }
  const queue = steps.flatMap((step): readonly ScenarioStep[] =>
    typeof step === 'function' ? [step] : Array.from({ length: step.times ?? 1 }, () => step),
  )
  return async (request) => {
    const step = queue.shift() ?? rest
    return cwdFilled(typeof step === 'function' ? await step(request) : step, request.workingFolder)
  }
}
