import { z } from 'zod'

export type ToolImage = { readonly mediaType: string; readonly bytes: Uint8Array }

const contentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string().max(100) }),
])
const resultSchema = z.object({ content: z.array(z.unknown()) })

/** Text and images of an MCP tool's result; parts of another kind are told as JSON. */
export function readMcpResult(result: unknown): {
  readonly text: string
  readonly images: readonly ToolImage[]
} {
  const parsed = resultSchema.safeParse(result)
  if (!parsed.success) return { text: '', images: [] }
  const texts: string[] = []
  const images: ToolImage[] = []
  for (const part of parsed.data.content) {
    const known = contentSchema.safeParse(part)
    if (!known.success) texts.push(JSON.stringify(part) ?? '')
    else if (known.data.type === 'text') texts.push(known.data.text)
    else images.push({ mediaType: known.data.mimeType, bytes: Buffer.from(known.data.data, 'base64') })
  }
  return { text: texts.join('\n'), images }
}
