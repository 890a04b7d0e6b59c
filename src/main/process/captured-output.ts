/** What was kept of one output stream: its start and its end; what lies between was counted, then dropped. */
export type CapturedOutput = {
  readonly head: Buffer
  readonly tail: Buffer
  /** Bytes that came in all. */
  readonly bytes: number
}

export type OutputCapture = {
  readonly add: (chunk: Buffer) => void
  readonly taken: () => CapturedOutput
}

/** Keeps at most `keepBytes` of a stream, half from its start and half from its end, however much comes. */
export function createOutputCapture(keepBytes: number): OutputCapture {
  const half = Math.floor(keepBytes / 2)
  const head: Buffer[] = []
  let headBytes = 0
  let tail: Buffer[] = []
  let tailBytes = 0
  let bytes = 0

  /** Chunks at the front that lie wholly beyond the half that is kept. */
  const trim = (): void => {
    let first = tail[0]
    while (first !== undefined && tailBytes - first.length >= half) {
      tail.shift()
      tailBytes -= first.length
      first = tail[0]
    }
  }
  return {
    add: (chunk) => {
      bytes += chunk.length
      const forHead = chunk.subarray(0, Math.max(0, half - headBytes))
      if (forHead.length > 0) head.push(Buffer.from(forHead))
      headBytes += forHead.length
      const forTail = chunk.subarray(forHead.length)
      if (forTail.length === 0) return
      tail.push(Buffer.from(forTail.subarray(Math.max(0, forTail.length - half))))
      tailBytes += tail.at(-1)?.length ?? 0
      trim()
      // A flood of tiny chunks would cost more in objects than in bytes.
      if (tail.length > 1024) tail = [Buffer.concat(tail)]
    },
    taken: () => {
      const end = Buffer.concat(tail)
      return {
        head: Buffer.concat(head),
        tail: end.subarray(Math.max(0, end.length - half)),
        bytes,
      }
    },
  }
}
