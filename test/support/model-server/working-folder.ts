import type { Step } from './types'

/**
 * Fills `{cwd}` in a reply's text and tool calls with the folder the program works in, since Claude Code's tools take
 * absolute paths and a scenario can't know where a run's mirror will be.
 */
export function cwdFilled(step: Step, folder: string | null): Step {
  if (step.type !== 'reply' || folder === null) return step
  const fill = (text: string): string => text.replaceAll('{cwd}', folder)
  return {
    ...step,
    ...(step.text === undefined ? {} : { text: fill(step.text) }),
    ...(step.calls === undefined
      ? {}
      : {
          calls: step.calls.map((call) =>
            'text' in call
              ? { ...call, text: fill(call.text) }
              : {
                  ...call,
                  input: Object.fromEntries(
                    Object.entries(call.input).map(([key, value]) => [key, filled(value, fill)]),
                  ),
                },
          ),
        }),
  }
}

function filled(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((item) => filled(item, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, fill)]))
}
