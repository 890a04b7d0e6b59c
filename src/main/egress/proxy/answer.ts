import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ContactReason } from '../../../shared'
import { type BufferedConnection, ignore } from '../connect/buffered'
import { refusal } from './refusal'

/** How long a client may take to read why it was refused. */
const lastWordsMs = 5000

/** Refuses on a bare connection, and ends it: what came behind the request is not looked at. */
export function refuseConnection(client: Duplex, reason: ContactReason, place: string): void {
  const { status, phrase, text } = refusal(reason, place)
  const length = Buffer.byteLength(text)
  const head = `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`
  sayLast(client, head + text)
}

/** Descriptions of fatal alerts (RFC 8446, 6.2), by which a TLS client says why it was refused. */
const alerts: Partial<Record<ContactReason, number>> = { name_missing: 109, name_differs: 112 }

/** Refuses a tunnel, in its own language: what has begun to speak TLS is answered so. */
export function refuseTunnel(client: BufferedConnection, reason: ContactReason, place: string): void {
  const { socket } = client
  ignore(client)
  const alert = alerts[reason]
  if (alert === undefined) refuseConnection(socket, reason, place)
  else sayLast(socket, Buffer.from([21, 3, 3, 0, 2, 2, alert]))
}

/** Ends a connection with these words. */
function sayLast(client: Duplex, words: string | Buffer): void {
  // What is still sent is thrown away, so that the words arrive instead of a reset.
  client.resume()
  client.end(words)
  const timer = setTimeout(() => client.destroy(), lastWordsMs)
  client.once('close', () => clearTimeout(timer))
  client.once('finish', () => client.destroy())
}

/** Refuses a request, unless its answer has begun: then the connection is broken off, so that nobody takes it for whole. */
export function refuseRequest(response: ServerResponse, reason: ContactReason, place: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { status, text } = refusal(reason, place)
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  })
  response.end(text)
}
