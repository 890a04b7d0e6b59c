import { type Duplex, Readable } from 'node:stream'

const headerBytes = 8
const outputNumber = 1
const errorNumber = 2

/**
 * Takes the two output streams apart that the engine sends in one: frames of 8 bytes (stream number, 3 zeroes, length as
 * big-endian u32) and their content (Docker Engine API, "Stream format"). A reader that stops stops the other one, too,
 * and with them the writer inside; nothing is gathered beyond a buffer each.
 */
export function splitStreams(stream: Duplex): {
  readonly stdout: Readable
  readonly stderr: Readable
  /** Resolves when nothing more comes. */
  readonly ended: Promise<void>
} {
  const full = new Set<Readable>()
  const make = (): Readable => {
    const goOn = (): void => {
      full.delete(readable)
      if (full.size === 0) stream.resume()
    }
    const readable = new Readable({ read: goOn })
    readable.on('error', () => undefined)
    readable.once('close', goOn)
    return readable
  }
  const stdout = make()
  const stderr = make()
  const outputs: Readonly<Record<number, Readable>> = { [outputNumber]: stdout, [errorNumber]: stderr }

  let header: Buffer = Buffer.alloc(0)
  let target: Readable | null = null
  let left = 0
  stream.on('data', (chunk: Buffer) => {
    let at = 0
    while (at < chunk.length) {
      if (left === 0) {
        const part = chunk.subarray(at, at + headerBytes - header.length)
        header = header.length === 0 ? part : Buffer.concat([header, part])
        at += part.length
        if (header.length < headerBytes) break
        target = outputs[header[0] ?? 0] ?? null
        left = header.readUInt32BE(4)
        header = Buffer.alloc(0)
        continue
      }
      const part = chunk.subarray(at, at + left)
      at += part.length
      left -= part.length
      if (target !== null && !target.destroyed && !target.push(part)) full.add(target)
    }
    if (full.size > 0) stream.pause()
  })
  const ended = new Promise<void>((resolve) => {
    let done = false
    const end = (): void => {
      if (done) return
      done = true
      for (const output of [stdout, stderr]) if (!output.destroyed) output.push(null)
      resolve()
    }
    stream.once('end', end)
    stream.once('close', end)
    stream.on('error', end)
  })
  return { stdout, stderr, ended }
}
