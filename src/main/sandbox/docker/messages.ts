import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { EngineResult } from './engine-result'

/** One line of what the engine says while it pulls, builds or imports an image (Docker Engine API, JSON lines). */
const messageSchema = z.object({
  stream: z.string().optional(),
  status: z.string().optional(),
  id: z.string().optional(),
  progress: z.string().optional(),
  error: z.string().optional(),
  aux: z.object({ ID: z.string().optional() }).optional(),
})

const longestLine = 64 * 1024

/** What a line tells: a step for people, an error, the id of what was made. A line that is none tells nothing. */
export function parseMessage(line: string): {
  readonly step: string | null
  readonly error: string | null
  readonly id: string | null
} {
  const parsed = messageSchema.safeParse(fromJson(line))
  if (!parsed.success) return { step: null, error: null, id: null }
  const { stream, status, id, progress, error, aux } = parsed.data
  const words = [id, status, progress].filter((each) => each !== undefined && each !== '').join(' ')
  const step = stream === undefined ? words : stream.trim()
  return { step: step === '' ? null : step.slice(0, 500), error: error ?? null, id: aux?.ID ?? null }
}

/** Reads such an answer to its end; gives the id of what was made, or the engine's error. */
export async function readMessages(
  stream: Readable,
  onProgress: ((text: string) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<EngineResult<string | null>> {
  let rest = ''
  let error: string | null = null
  let made: string | null = null
  const take = (line: string): void => {
    const message = parseMessage(line)
    error = message.error ?? error
    made = message.id ?? made
    if (message.step !== null) onProgress?.(message.step)
  }
  const stop = (): void => {
    stream.destroy(new Error('it was stopped'))
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    for await (const chunk of stream) {
      const lines = (rest + String(chunk)).split('\n')
      rest = (lines.pop() ?? '').slice(0, longestLine)
      for (const line of lines) take(line)
    }
    take(rest)
  } catch (cause) {
    return { ok: false, status: null, text: cause instanceof Error ? cause.message : String(cause) }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  return error === null ? { ok: true, value: made } : { ok: false, status: null, text: error }
}

function fromJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
