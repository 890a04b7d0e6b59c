import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import type { ContactReason } from '../../../shared'
import type { LiveContact } from '../contacts/live-contact'
import { refuseRequest } from './answer'
import { framingHeader, headBytes, type PassedHead, passedHead } from './headers'
import { pump } from './pump'

export type PassedRequest = {
  readonly contact: LiveContact
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** A connection of this request's own. */
  readonly upstream: Duplex & { setTimeout(ms: number, then: () => void): unknown }
  readonly path: string
  /** With the host it is for. */
  readonly head: PassedHead
  /** Named to the client where something goes wrong. */
  readonly place: string
  readonly idleMs: number
  readonly bodyBytes: number
  /** Headers of the answer that stay outside. */
  readonly isDropped?: (name: string) => boolean
}

/**
 * Sends one request on and its answer back, each written anew, so that both sides see one message whatever its bytes
 * were; streams, at the pace of the slower side. The connection is used for nothing else.
 */
export function passRequest(passed: PassedRequest): void {
  const { contact, request, response, upstream, path, head, idleMs } = passed
  const method = request.method ?? 'GET'
  const headers = [...head.headers, ...framingHeader(head.body, method), 'Connection', 'close']
  const outgoing = sent(upstream, method, path, headers)
  const fail = (reason: ContactReason): void => {
    contact.cut(reason)
    upstream.destroy()
  }
  contact.onCut((reason) => {
    outgoing?.destroy()
    upstream.destroy()
    refuseRequest(response, reason, passed.place)
  })
  if (outgoing === null) {
    fail('malformed_request')
    return
  }
  upstream.setTimeout(idleMs, () => contact.cut('idle'))
  outgoing.on('error', () => fail('broken'))
  let isAnswered = false
  outgoing.once('response', (answer) => {
    isAnswered = true
    passAnswer(passed, answer, fail)
  })
  outgoing.once('close', () => {
    if (!isAnswered) fail('broken')
  })
  response.once('close', () => {
    contact.end(response.writableFinished ? null : 'broken')
    outgoing.destroy()
    upstream.destroy()
  })
  if (contact.up(headBytes(headers, method + path))) sendBody(passed, outgoing)
}

function sent(
  upstream: Duplex,
  method: string,
  path: string,
  headers: readonly string[],
): ClientRequest | null {
  try {
    return httpRequest({
      createConnection: () => upstream,
      setHost: false,
      insecureHTTPParser: false,
      method,
      path,
      headers: [...headers],
    })
  } catch {
    // A character that no header or path may hold.
    return null
  }
}

function sendBody({ contact, request, head, bodyBytes }: PassedRequest, outgoing: ClientRequest): void {
  if (head.body === 'none') {
    outgoing.end()
    return
  }
  let size = 0
  pump(request, outgoing, (bytes) => {
    size += bytes
    if (size > bodyBytes) contact.cut('body_limit')
    return contact.up(bytes)
  })
}

function passAnswer(
  { contact, response, isDropped }: PassedRequest,
  answer: IncomingMessage,
  fail: (reason: ContactReason) => void,
): void {
  const head = passedHead(answer, isDropped)
  const status = answer.statusCode ?? 502
  if (head === null || contact.hasEnded()) {
    fail('broken')
    return
  }
  const length = typeof head.body === 'object' ? ['Content-Length', head.body.length] : []
  const headers = [...head.headers, ...length]
  if (!contact.down(headBytes(headers, ''))) return
  try {
    response.writeHead(status, headers)
  } catch {
    fail('broken')
    return
  }
  // An answer that streams is read from its first byte on.
  response.flushHeaders()
  answer.on('error', () => contact.cut('broken'))
  // Only an answer that came whole ends well.
  answer.once('close', () => {
    if (!answer.complete) contact.cut('broken')
  })
  pump(answer, response, contact.down)
}
