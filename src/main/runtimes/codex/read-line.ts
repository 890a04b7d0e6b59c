import { z } from 'zod'
import { nestsTooDeep } from '../nesting'
import { type CodexLine, codexLineSchema } from './lines'

export type ReadLine =
  | { readonly type: 'known'; readonly line: CodexLine }
  | { readonly type: 'unknown'; readonly reason: string }

/** One line of `codex exec --json` by its schema, or why it is none. */
export function readCodexLine(text: string): ReadLine {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { type: 'unknown', reason: 'not JSON' }
  }
  if (nestsTooDeep(value)) return { type: 'unknown', reason: 'nested too deeply' }
  const parsed = codexLineSchema.safeParse(value)
  return parsed.success
    ? { type: 'known', line: parsed.data }
    : { type: 'unknown', reason: z.prettifyError(parsed.error) }
}
