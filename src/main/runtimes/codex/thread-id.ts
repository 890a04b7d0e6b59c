import { z } from 'zod'

const threadIdSchema = z.guid()

/**
 * The id of a conversation, or null where it is none. Codex takes any other word for the name of a conversation, and
 * one that begins with `-` for an option.
 */
export function conversationId(text: string): string | null {
  return threadIdSchema.safeParse(text).success ? text : null
}
