import type { ErrorObject, ValidateFunction } from 'ajv'
import { type Failure, ok, type Result } from '../../../shared'
import { createDraftChecker, createGenerator, type Draft } from './draft'
import type { JsonObject } from './json'
import { schemaInvalid } from './schema-error'
import { type Timed, withinTime } from './within-time'

const budgetMs = 5000

/** Kept, because it holds a compiled schema of the draft; renewed after it was broken off in the middle of its work. */
const checkers = new Map<Draft, ReturnType<typeof createDraftChecker>>()

function checkerOf(draft: Draft): ReturnType<typeof createDraftChecker> {
  const checker = checkers.get(draft) ?? createDraftChecker(draft)
  checkers.set(draft, checker)
  return checker
}

/** Checks a schema against its draft's own schema. */
export function checkAgainstDraft(schema: JsonObject, draft: Draft): Result<null> {
  const checked = withinTime(budgetMs, (): ErrorObject | null => {
    const checker = checkerOf(draft)
    return checker.validateSchema(schema) === true ? null : (checker.errors?.[0] ?? null)
  })
  if (checked.type !== 'done') {
    checkers.delete(draft)
    return unusable(checked)
  }
  const error = checked.value
  if (error === null) return ok(null)
  const problem = `it is no valid JSON Schema: ${error.message ?? error.keyword}`
  return schemaInvalid(
    'not_a_schema',
    error.instancePath,
    valueAt(schema, error.instancePath),
    problem,
    mendIt,
  )
}

/** Whether the draft, or ajv beyond it, does something with a keyword. */
export function isKnownKeyword(keyword: string, draft: Draft): boolean {
  return checkerOf(draft).getKeyword(keyword) !== false
}

/** Makes a validator of a checked schema. `allErrors`: it goes on after the first error and keeps the values. */
export function compileSchema(
  schema: JsonObject,
  draft: Draft,
  allErrors: boolean,
): Result<ValidateFunction<unknown>> {
  const compiled = withinTime(budgetMs, () => createGenerator(draft, allErrors).compile(schema))
  return compiled.type === 'done' ? ok(compiled.value) : unusable(compiled)
}

const mendIt = 'Mend it there; the JSON Schema reference describes each keyword.'

function unusable(end: Exclude<Timed<unknown>, { type: 'done' }>): Failure {
  if (end.type === 'out_of_time' || end.error instanceof RangeError)
    return schemaInvalid('too_costly', '', '', 'it takes too long to prepare', 'Make it smaller.')
  const reason = end.error instanceof Error ? end.error.message.slice(0, 200) : 'unknown'
  return schemaInvalid('not_a_schema', '', '', `no validator can be made of it (${reason})`, mendIt)
}

function valueAt(root: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  return steps.reduce((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return Object.getOwnPropertyDescriptor(value, name)?.value
  }, root)
}
