import { z } from 'zod'
import { type Block, blockSchema } from './lines'

const textSchema = z.object({ text: z.string() })
const thinkingSchema = z.object({ thinking: z.string() })
const toolUseSchema = z.object({ id: z.string(), name: z.string(), input: z.unknown().optional() })
const toolResultSchema = z.object({
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(blockSchema)]).nullish(),
  is_error: z.boolean().nullish(),
})
const imageSchema = z.object({
  source: z.object({ type: z.literal('base64'), media_type: z.string().max(100), data: z.string() }),
})

/** One block of a message, by what it is to a session. */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** Thinking that only the provider can read. */
  | { readonly type: 'hidden' }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'result'; readonly result: ToolResult }
  | { readonly type: 'unknown'; readonly reason: string }

export type ToolResult = {
  readonly callId: string
  readonly failed: boolean
  /** Text for the model, without the tags that the program puts around an error. */
  readonly text: string
  readonly images: readonly { readonly mediaType: string; readonly bytes: Uint8Array }[]
}

export function readBlock(block: Block): Content {
  switch (block.type) {
    case 'text':
      return as(block, textSchema, ({ text }) => ({ type: 'text', text }))
    case 'thinking':
      return as(block, thinkingSchema, ({ thinking }) => ({ type: 'thinking', text: thinking }))
    case 'redacted_thinking':
      return { type: 'hidden' }
    case 'tool_use':
      return as(block, toolUseSchema, ({ id, name, input }) => ({ type: 'call', id, name, input }))
    case 'tool_result':
      return as(block, toolResultSchema, ({ tool_use_id, content, is_error }) => ({
        type: 'result',
        result: { callId: tool_use_id, failed: is_error === true, ...readResult(content ?? '') },
      }))
    default:
      return { type: 'unknown', reason: `a block of the unknown type ${block.type}` }
  }
}

function as<T>(block: Block, schema: z.ZodType<T>, then: (value: T) => Content): Content {
  const parsed = schema.safeParse(block)
  return parsed.success
    ? then(parsed.data)
    : { type: 'unknown', reason: `a ${block.type} block: ${z.prettifyError(parsed.error)}` }
}

function readResult(content: string | readonly Block[]): Pick<ToolResult, 'text' | 'images'> {
  if (typeof content === 'string') return { text: withoutTags(content), images: [] }
  const texts: string[] = []
  const images: { mediaType: string; bytes: Uint8Array }[] = []
  for (const part of content) {
    const image = part.type === 'image' ? imageSchema.safeParse(part) : null
    const text = part.type === 'text' ? textSchema.safeParse(part) : null
    if (image?.success) {
      const { media_type, data } = image.data.source
      images.push({ mediaType: media_type, bytes: Buffer.from(data, 'base64') })
    } else texts.push(text?.success ? text.data.text : JSON.stringify(part))
  }
  return { text: withoutTags(texts.join('\n')), images }
}

function withoutTags(text: string): string {
  return text.replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, '$1')
}
