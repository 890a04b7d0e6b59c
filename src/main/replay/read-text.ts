import { failure, ok, type Result } from '../../shared'

/** The most bytes of a file that a view gets as text. */
export const maxTextBytes = 2 * 1024 * 1024

export type Content = (hash: string) => Promise<Result<Buffer>>

/** Text of valid UTF-8 without NUL; null: binary. A byte order mark stays, so that a difference in it is seen. */
export function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Content as text; fails with replay.content_missing where it is gone, too large to count, or binary. */
export async function readText(content: Content, hash: string, size: number): Promise<Result<string>> {
  if (size > maxTextBytes)
    return failure('replay.content_missing', 'The file is too large to be read as text.')
  const bytes = await content(hash)
  if (!bytes.ok) return bytes
  const text = textOf(bytes.value)
  return text === null ? failure('replay.content_missing', 'The file is not text.') : ok(text)
}
