import { z } from 'zod'
import { imageChoiceSchema, imageProgressSchema } from '../domain/sandbox'
import { sessionViewSchema } from '../domain/session'
import { storedEventSchema } from '../events'
import { sessionIdSchema } from '../ids'

/** What changed in main, so that a view reads it again. `id` narrows it to one project, session … */
export const changeNoticeSchema = z.object({
  topic: z.enum([
    'projects',
    'sessions',
    'runtimes',
    'settings',
    'sandbox',
    'consent_view',
    'open_path',
    'menu',
  ]),
  id: z.string().nullable(),
})
export type ChangeNotice = Readonly<z.infer<typeof changeNoticeSchema>>

const stream = <K extends z.ZodType, I extends z.ZodType>(key: K, item: I) => ({ key, item })

/** The one table of streams: what opens one, and what its batches hold. */
export const streams = {
  /** Events of one session after `after`, as they are committed (I3). The view is the newest stored one. */
  'session.events': stream(
    z.object({ sessionId: sessionIdSchema, after: z.number().int().nonnegative() }),
    z.object({ events: z.array(storedEventSchema), view: sessionViewSchema }),
  ),
  /** Makes or pulls an image that is not there yet; leaving the stream ends it. */
  'sandbox.image': stream(z.object({ choice: imageChoiceSchema }), imageProgressSchema),
  changes: stream(z.object({}), changeNoticeSchema),
} as const

export type Streams = typeof streams
export type StreamName = keyof Streams
export type StreamKey<N extends StreamName> = z.output<Streams[N]['key']>
export type StreamItem<N extends StreamName> = z.output<Streams[N]['item']>

/** What travels on a subscription's port, main to window. `batch` counts up by one: a gap means resubscribe. */
export const streamMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('batch'), batch: z.number().int().positive(), items: z.array(z.unknown()) }),
  z.object({ type: z.literal('failed'), error: z.unknown() }),
  z.object({ type: z.literal('end') }),
])
/** Window to main: this batch was taken in, send more. */
export const streamAckSchema = z.object({ type: z.literal('ack'), batch: z.number().int().positive() })
