import type { ErrorObject } from 'ajv'
import { z } from 'zod'
import { type Failure, failure, type GloveboxError } from '../../../shared'
import { previewJson } from './json'

/** One thing that is wrong with an answer: where (a JSON pointer; '' is the whole), what, and the value there, cut. */
const outputErrorSchema = z.object({ pointer: z.string(), message: z.string(), value: z.string() })
export type OutputError = Readonly<z.infer<typeof outputErrorSchema>>

export const maxOutputErrors = 10
const maxTextLength = 300

/** runtime.wrong_output with details { errors, count }; `errors` are the first 10 of `count`. */
export function wrongOutput(message: string, errors: readonly OutputError[], count = errors.length): Failure {
  return failure('runtime.wrong_output', message, { errors: errors.slice(0, maxOutputErrors), count })
}

const detailsSchema = z.object({ errors: z.array(outputErrorSchema) })

/** The errors that a runtime.wrong_output carries, for a correction; none for other failures. */
export function outputErrorsOf(error: GloveboxError): readonly OutputError[] {
  const details = detailsSchema.safeParse(error.details)
  return error.code === 'runtime.wrong_output' && details.success ? details.data.errors : []
}

/** An error of the validator in words that help to mend it. */
export function describeOutputError({
  instancePath,
  keyword,
  message,
  params,
  data,
}: ErrorObject): OutputError {
  return {
    pointer: cut(instancePath),
    message: cut(`${message ?? `breaks "${keyword}"`}${addition(params)}`),
    value: previewJson(data),
  }
}

const paramsSchema = z.object({
  additionalProperty: z.string().exactOptional(),
  unevaluatedProperty: z.string().exactOptional(),
  allowedValue: z.unknown().optional(),
  allowedValues: z.array(z.unknown()).exactOptional(),
})

/** The ajv messages of these keywords do not name the member or the values they are about. */
function addition(params: unknown): string {
  const parsed = paramsSchema.safeParse(params)
  if (!parsed.success) return ''
  const { additionalProperty, unevaluatedProperty, allowedValues, allowedValue } = parsed.data
  const name = additionalProperty ?? unevaluatedProperty
  if (name !== undefined) return `: ${previewJson(name)}`
  if (allowedValues !== undefined) return `: ${previewJson(allowedValues)}`
  return allowedValue === undefined ? '' : `: ${previewJson(allowedValue)}`
}

function cut(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}
