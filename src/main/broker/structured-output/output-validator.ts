import type { ErrorObject, ValidateFunction } from 'ajv'
import { type Failure, ok, type Result } from '../../../shared'
import type { OutputSchema } from './check-output-schema'
import { compileSchema } from './compile-schema'
import { asJson, type Json } from './json'
import { describeOutputError, maxOutputErrors, wrongOutput } from './output-error'
import { outputLimits } from './read-final-json'
import { withinTime } from './within-time'

/** Says whether a value meets the schema; see `createOutputValidator`. */
export type OutputValidator = (value: unknown) => Result<Json>

const budgetMs = 1000
/** For listing every error once the first is known; without it there is the first. */
const listBudgetMs = 500

/**
 * A validator of answers. Bounded: a value's depth and count of values, and the time, because a schema can make a small
 * value cost very much (recursion through `anyOf`, `uniqueItems`). Fails with runtime.wrong_output, at most 10 errors.
 */
export function createOutputValidator({ schema, draft }: OutputSchema): OutputValidator {
  const first = compileSchema(schema, draft, false)
  let every: ReturnType<typeof compileSchema> | null = null

  function listErrors(value: Json): readonly ErrorObject[] {
    every ??= compileSchema(schema, draft, true)
    const list = every
    if (!list.ok) return []
    const listed = withinTime(listBudgetMs, () => errorsOf(list.value, value))
    return listed.type === 'done' ? listed.value : []
  }

  return (value) => {
    if (!first.ok) return first
    const taken = asJson(value, outputLimits)
    if (!taken.ok) {
      const { pointer, message } = taken.problem
      return wrongOutput('The answer is not usable as JSON.', [{ pointer, message, value: '' }])
    }
    const checked = withinTime(budgetMs, () => firstError(first.value, taken.value))
    if (checked.type !== 'done') return tooCostly()
    if (checked.value === null) return ok(taken.value)
    const errors = listErrors(taken.value)
    return mismatch(errors.length > 0 ? errors : [checked.value])
  }
}

function firstError(validate: ValidateFunction, value: Json): ErrorObject | null {
  return errorsOf(validate, value)[0] ?? null
}

function errorsOf(validate: ValidateFunction, value: Json): readonly ErrorObject[] {
  return validate(value) ? [] : (validate.errors ?? [])
}

function mismatch(errors: readonly ErrorObject[]): Failure {
  const shown = errors.slice(0, maxOutputErrors).map(describeOutputError)
  return wrongOutput('The answer does not meet the output schema.', shown, errors.length)
}

function tooCostly(): Failure {
  const message = 'can not be checked against the schema in time'
  return wrongOutput(
    'The answer takes too long to check against the output schema. Make the schema simpler.',
    [{ pointer: '', message, value: '' }],
  )
}
