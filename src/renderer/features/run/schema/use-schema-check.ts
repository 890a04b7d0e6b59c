import { useEffect, useState } from 'react'
import type { GloveboxError } from '../../../../shared'
import { call } from '../../../lib/bridge'
import { readSchema } from './read-schema'

/** What main says of an output schema. `unchecked`: it could not be asked; a run checks it anyway. */
export type SchemaCheck =
  | { readonly state: 'off' | 'checking' | 'good' }
  | { readonly state: 'wrong' | 'unchecked'; readonly error: GloveboxError }

const settleMs = 300

/** Has a schema checked a moment after the last key. `text` null: there is none to check. */
export function useSchemaCheck(text: string | null): SchemaCheck {
  const [checked, setChecked] = useState<{ readonly text: string; readonly check: SchemaCheck } | null>(null)
  const wanted = text !== null && readSchema(text).error === null ? text : null
  useEffect(() => {
    if (wanted === null) return
    let isOver = false
    const timer = setTimeout(async () => {
      const reply = await call('schemas.check', { schema: wanted })
      if (!isOver) setChecked({ text: wanted, check: answerOf(reply) })
    }, settleMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [wanted])
  if (wanted === null) return { state: 'off' }
  return checked?.text === wanted ? checked.check : { state: 'checking' }
}

function answerOf(reply: Awaited<ReturnType<typeof call<'schemas.check'>>>): SchemaCheck {
  if (!reply.ok) return { state: 'unchecked', error: reply.error }
  return reply.value === null ? { state: 'good' } : { state: 'wrong', error: reply.value }
}
