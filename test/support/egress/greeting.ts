import { Duplex } from 'node:stream'
import { type ConnectionOptions, connect, createSecureContext, TLSSocket } from 'node:tls'

/** What Node's own TLS client says first, as it goes onto the wire. */
export function nodeHello(options: ConnectionOptions = {}): Promise<Buffer> {
  return new Promise((done) => {
    const pieces: Buffer[] = []
    const wire = new Duplex({
      read: () => undefined,
      write: (piece: Buffer, _encoding, next) => {
        pieces.push(piece)
        next()
        const whole = Buffer.concat(pieces)
        if (whole.length < 5 + whole.readUInt16BE(3)) return
        done(whole)
        wire.destroy()
      },
    })
    connect({ ...options, socket: wire }).on('error', () => undefined)
  })
}

const secureContext = createSecureContext()

/** Which name Node's TLS server (OpenSSL) reads in these bytes; null: it does not come to ask for one. */
export function nameByNode(bytes: Uint8Array): Promise<string | null> {
  return new Promise((done) => {
    const wire = new Duplex({ read: () => undefined, write: (_piece, _encoding, next) => next() })
    const ask = (name: string): void => {
      done(name)
      wire.destroy()
    }
    const end = (): void => done(null)
    const server = new TLSSocket(wire, { isServer: true, secureContext, ['SNICallback']: ask })
    server.on('error', end).on('close', end).on('end', end).resume()
    wire.push(Buffer.from(bytes))
    wire.push(null)
  })
}

type HelloParts = {
  readonly names?: readonly { readonly type: number; readonly name: Uint8Array }[] | null
  /** Besides the name, by type, in order. */
  readonly others?: readonly { readonly type: number; readonly content: Uint8Array }[]
  readonly session?: number
  readonly suites?: number
}

/** A ClientHello as a message, put together from its parts. `names` null: no extension for them. */
export function helloMessage({ names = null, others = [], session = 32, suites = 3 }: HelloParts): Buffer {
  const list = (names ?? []).map(({ type, name }) => Buffer.concat([Buffer.from([type]), vector(2, name)]))
  const named = names === null ? [] : [{ type: 0, content: vector(2, Buffer.concat(list)) }]
  const extensions = [...others.slice(0, 1), ...named, ...others.slice(1)].map(({ type, content }) =>
    Buffer.concat([number(2, type), vector(2, content)]),
  )
  const body = Buffer.concat([
    Buffer.from([3, 3]),
    Buffer.alloc(32, 7),
    vector(1, Buffer.alloc(session, 8)),
    vector(2, Buffer.alloc(2 * suites, 0x13)),
    vector(1, Buffer.from([0])),
    vector(2, Buffer.concat(extensions)),
  ])
  return Buffer.concat([Buffer.from([1]), vector(3, body)])
}

/** A message in records of at most `sizes` bytes each, the last size again and again. */
export function inRecords(message: Uint8Array, sizes: readonly number[] = [16384]): Buffer {
  const records: Buffer[] = []
  for (let at = 0, index = 0; at < message.length; index += 1) {
    const size = sizes[Math.min(index, sizes.length - 1)] ?? 16384
    records.push(Buffer.concat([Buffer.from([22, 3, 1]), vector(2, message.subarray(at, at + size))]))
    at += size
  }
  return Buffer.concat(records)
}

/** A greeting that names one host. */
export const helloFor = (name: string): Buffer =>
  inRecords(helloMessage({ names: [{ type: 0, name: Buffer.from(name) }] }))

/** A server's answer that asks for the greeting again, with nothing in it that a parser of ours would read. */
export const retryRequest = (): Buffer =>
  inRecords(
    Buffer.concat([
      Buffer.from([2]),
      vector(
        3,
        Buffer.concat([
          Buffer.from([3, 3]),
          Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex'),
          Buffer.from([0, 0x13, 1, 0, 0, 0]),
        ]),
      ),
    ]),
  )

function number(size: number, value: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

const vector = (size: number, content: Uint8Array): Buffer =>
  Buffer.concat([number(size, content.length), content])
