import type { z } from 'zod'
import { failure } from '../../../shared'
import { StoreError } from '../store-error'

/** Parses a column that holds JSON of ours. What doesn't fit was altered from outside: store.corrupt. */
export function readJson<S extends z.ZodType>(schema: S, text: string, what: string): z.output<S> {
  const parsed = schema.safeParse(parse(text))
  if (parsed.success) return parsed.data
  const { error } = failure('store.corrupt', `A stored ${what} can’t be read.`, { what }, parsed.error)
  throw new StoreError(error)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
