import { z } from 'zod'
import type { EventOf } from '../../../shared'

type Notice = EventOf<'agent.notice'>

const schema = z.object({
  subtype: z.string(),
  task_id: z.string().nullish(),
  description: z.string().nullish(),
  summary: z.string().nullish(),
  status: z.string().nullish(),
  hook_name: z.string().nullish(),
  exit_code: z.number().nullish(),
  outcome: z.string().nullish(),
  content: z.string().nullish(),
  original_model: z.string().nullish(),
  fallback_model: z.string().nullish(),
  api_refusal_category: z.string().nullish(),
  api_refusal_explanation: z.string().nullish(),
})

/** Signs of life and numbers that say nothing of the session. */
const silent: ReadonlySet<string> = new Set(['status', 'thinking_tokens', 'task_updated', 'task_progress'])

const maxText = 2000

/** What a `system` line tells people; an empty list where it is known to say nothing, null where it is not known. */
export function readNotice(line: unknown): readonly Notice[] | null {
  const parsed = schema.safeParse(line)
  if (!parsed.success) return null
  const { subtype, ...fields } = parsed.data
  if (silent.has(subtype)) return []
  switch (subtype) {
    case 'task_started':
      return [notice('info', `Task in the background: ${fields.description ?? fields.task_id ?? 'no name'}`)]
    case 'task_notification':
      return [notice('info', `Task ${fields.status ?? 'ended'}: ${fields.summary ?? fields.task_id ?? ''}`)]
    case 'hook_started':
      return [notice('warning', `A hook was run: ${fields.hook_name ?? 'no name'}`)]
    case 'hook_response': {
      const failed = (fields.exit_code ?? 0) !== 0
      const text = `The hook ${fields.hook_name ?? ''} ended with exit code ${fields.exit_code ?? 'unknown'}`
      return failed ? [notice('warning', text)] : []
    }
    case 'compact_boundary':
      return [
        notice('info', 'The conversation had become too long: the program goes on with a summary of it.'),
      ]
    case 'model_refusal_no_fallback':
      return [notice('warning', refusal(fields.api_refusal_category, fields.api_refusal_explanation))]
    case 'model_fallback':
    case 'model_refusal_fallback':
      return [
        notice(
          'warning',
          `Another model answers: ${fields.fallback_model ?? 'not named'} for ${fields.original_model ?? 'the one asked for'}.`,
        ),
      ]
    case 'informational':
      return [notice('info', fields.content ?? '')]
    default:
      return null
  }
}

export function notice(level: Notice['level'], text: string): Notice {
  return {
    type: 'agent.notice',
    level,
    text: text.length > maxText ? `${text.slice(0, maxText)}…` : text,
  }
}

function refusal(category: string | null | undefined, explanation: string | null | undefined): string {
  const why = [category, explanation].filter((each) => typeof each === 'string' && each !== '').join(': ')
  return why === '' ? 'The provider refused to answer.' : `The provider refused to answer (${why}).`
}
