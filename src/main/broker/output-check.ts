import { type Capability, type EventOf, failure, type GloveboxError, ok, type Result } from '../../shared'
import type { AttemptRecord } from './recorder'
import {
  canonicalJson,
  correctionPrompt,
  createOutputValidator,
  type OutputSchema,
  outputErrorsOf,
  readFinalJson,
} from './structured-output'

export type JudgedOutput = {
  readonly event: EventOf<'output.checked'>
  /** Why it is wrong; null: it meets the schema. */
  readonly error: GloveboxError | null
  /** The one message that asks for a better answer, within the prompt's ceiling; null where it does not fit. */
  readonly correction: (maxBytes: number) => string | null
}

const writing: readonly Capability[] = ['write_mirror', 'create_files', 'run_commands']

/** A second answer may only be asked for where the first can't have left anything behind. */
export function mayCorrect(capabilities: readonly Capability[]): boolean {
  return !capabilities.some((each) => writing.includes(each))
}

/**
 * Holds a final message against the schema, whatever the program itself said of it: the value that the program gives
 * beside its text where there is one, else the JSON of the text.
 */
export function judgeOutput(schema: OutputSchema, final: AttemptRecord['final']): JudgedOutput {
  const value = answerOf(final)
  const checked = value.ok ? createOutputValidator(schema)(value.value) : value
  const problems = checked.ok ? [] : problemsOf(checked.error)
  const json = checked.ok ? canonicalJson(checked.value) : value.ok ? JSON.stringify(value.value) : null
  return {
    event: { type: 'output.checked', valid: checked.ok, json, problems },
    error: checked.ok ? null : checked.error,
    correction: (maxBytes) => {
      if (checked.ok) return null
      const prompt = correctionPrompt({
        schema,
        errors: outputErrorsOf(checked.error),
        previous: final?.text ?? '',
        maxBytes,
      })
      return prompt.ok ? prompt.value : null
    },
  }
}

function answerOf(final: AttemptRecord['final']): Result<unknown> {
  if (final === null) return failure('runtime.no_final_message', 'The agent ended without a final message.')
  return final.structured === undefined ? readFinalJson(final.text) : ok(final.structured)
}

function problemsOf(error: GloveboxError): { pointer: string; message: string }[] {
  const listed = outputErrorsOf(error).map(({ pointer, message }) => ({ pointer, message }))
  return listed.length > 0 ? listed : [{ pointer: '', message: error.message }]
}

/** What a run ends with whose answer stayed wrong. */
export function wrongOutput({ error }: JudgedOutput, corrected: boolean): GloveboxError {
  const why = error?.message ?? ''
  const tried = corrected ? ' It was asked to correct it once.' : ''
  return failure('runtime.wrong_output', `${why}${tried}`, error?.details ?? {}).error
}
