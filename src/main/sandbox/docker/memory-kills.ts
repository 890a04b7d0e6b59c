import { z } from 'zod'
import type { Engine } from './engine'
import { labels } from './host-config'

const eventSchema = z.object({ Action: z.string(), Actor: z.object({ ID: z.string() }) })
const longestLine = 64 * 1024

/** Counts the engine's word that a process of a container was killed for want of memory. */
export type MemoryKills = {
  /** null: the engine's word can't be had. */
  readonly of: (containerId: string) => number | null
  readonly stop: () => void
}

/** Listens to the events of a session's containers. Where the kernel's own counter can be read, that one counts. */
export function watchMemoryKills(engine: Engine, token: string): MemoryKills {
  const stop = new AbortController()
  const counts = new Map<string, number>()
  let isListening = false
  const take = (line: string): void => {
    const event = eventSchema.safeParse(fromJson(line))
    if (!event.success || event.data.Action !== 'oom') return
    const { ID } = event.data.Actor
    counts.set(ID, (counts.get(ID) ?? 0) + 1)
  }
  const listen = async (): Promise<void> => {
    const stream = await engine.events(
      { type: ['container'], event: ['oom'], label: [`${labels.session}=${token}`] },
      stop.signal,
    )
    if (!stream.ok) return
    isListening = true
    stream.value.on('error', () => undefined)
    stream.value.once('close', () => {
      isListening = false
    })
    let rest = ''
    stream.value.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\n')
      rest = (lines.pop() ?? '').slice(0, longestLine)
      for (const line of lines) take(line)
    })
    stop.signal.addEventListener('abort', () => stream.value.destroy(), { once: true })
    if (stop.signal.aborted) stream.value.destroy()
  }
  void listen()
  return {
    of: (id) => (isListening || counts.has(id) ? (counts.get(id) ?? 0) : null),
    stop: () => stop.abort(),
  }
}

function fromJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
