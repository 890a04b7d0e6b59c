/** One server-sent event. `marksUsage` is the one that reports the final tokens. */
export type StreamEvent = {
  readonly data: Readonly<Record<string, unknown>> & { readonly type: string }
  /** Milliseconds to wait before it. */
  readonly delayMs?: number
  readonly marksUsage?: true
}

export const encodeEvent = ({ data }: StreamEvent): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

/** Cuts a text into parts of so many characters, never inside a surrogate pair; an empty text has no part. */
export function partsOf(text: string, size: number): readonly string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + size, text.length)
    const last = text.charCodeAt(to - 1)
    if (last >= 0xd800 && last < 0xdc00 && to < text.length) to += 1
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}

let made = 0

/** An id that no other response of this process has, and that is the same in every run of the same test. */
export function nextId(prefix: string): string {
  made += 1
  return `${prefix}_${made.toString(16).padStart(24, '0')}`
}
