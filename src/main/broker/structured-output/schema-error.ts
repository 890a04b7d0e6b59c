import { type Failure, failure } from '../../../shared'
import { previewJson } from './json'

/** Why an output schema is refused. */
export type SchemaProblem =
  | 'not_json'
  | 'too_large'
  | 'too_deep'
  | 'too_many'
  | 'repeated_name'
  | 'forbidden_name'
  | 'not_an_object'
  | 'unsupported_draft'
  | 'unsupported_keyword'
  | 'remote_reference'
  | 'unknown_reference'
  | 'endless_reference'
  | 'unsafe_pattern'
  | 'not_a_schema'
  | 'too_costly'

/** policy.schema_invalid with what is wrong, where (a JSON pointer), the value there, and the way out. */
export function schemaInvalid(
  reason: SchemaProblem,
  pointer: string,
  value: unknown,
  problem: string,
  wayOut: string,
): Failure {
  const place = pointer === '' ? 'At its root' : `At ${pointer.slice(0, 300)}`
  const message = `The output schema can not be used. ${place}: ${problem}. ${wayOut}`
  return failure('policy.schema_invalid', message, { reason, pointer, value: previewJson(value) })
}
