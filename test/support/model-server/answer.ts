import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { errorBody, errorHeaders } from './errors'
import { encodeEvent, nextId, type StreamEvent } from './events'
import { messagesReply } from './messages-api'
import { failedEvent, responsesReply } from './responses-api'
import { reset, untilGone, writeEvents, writeForEver, writeText } from './stream'
import type { ModelRequest, Reply, ReportedUsage, Step, StreamBreak } from './types'
import { usualUsage } from './usage'

const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

/**
 * Plays one step as the answer to one request.
 * @returns the tokens it reported, or null if it did not come to that
 */
export async function answer(
  step: Step,
  request: ModelRequest,
  response: ServerResponse,
): Promise<ReportedUsage | null> {
  switch (step.type) {
    case 'reply':
      return reply(step, request, response)
    case 'endless':
      await endless(step, request, response)
      return null
    case 'silence':
      await untilGone(response)
      return null
    case 'reset':
      await reset(response)
      return null
    case 'error': {
      const id = nextId('req')
      sendJson(response, step.status, errorBody(step, request.api, id), {
        'request-id': id,
        ...errorHeaders(step),
      })
      return null
    }
    case 'body':
      response.writeHead(step.status, { 'content-type': step.contentType })
      response.end(step.body)
      return null
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

async function reply(
  step: Reply,
  request: ModelRequest,
  response: ServerResponse,
): Promise<ReportedUsage | null> {
  if (step.delayMs) await wait(step.delayMs)
  const usage = { ...usualUsage, ...step.usage }
  const made = replyFor(step, request, usage)
  const reported: ReportedUsage = { responseId: made.id, model: request.model, usage }
  const headers = { 'request-id': nextId('req'), ...step.headers }
  if (!request.stream) {
    sendJson(response, 200, made.whole, headers)
    return reported
  }
  response.writeHead(200, { ...streamHeaders, ...headers })
  if (step.break) {
    await breakOff(step.break, made.id, made.events, request, response)
    return null
  }
  const told = await writeEvents(response, made.events)
  response.end()
  return told ? reported : null
}

type Made = { readonly id: string; readonly whole: unknown; readonly events: readonly StreamEvent[] }

function replyFor(step: Reply, { api, model }: ModelRequest, usage: ReportedUsage['usage']): Made {
  if (api === 'responses') {
    const { id, response, events } = responsesReply(step, model, usage)
    return { id, whole: response, events }
  }
  const { id, message, events } = messagesReply(step, model, usage)
  return { id, whole: message, events }
}

async function breakOff(
  how: StreamBreak,
  id: string,
  events: readonly StreamEvent[],
  { api }: ModelRequest,
  response: ServerResponse,
): Promise<void> {
  await writeEvents(response, events.slice(0, how.after ?? Math.floor(events.length / 2)))
  switch (how.how) {
    case 'reset':
      return reset(response)
    case 'stall':
      return untilGone(response)
    case 'malformed':
      await writeText(response, 'event: content_block_delta\ndata: {"type":"content_block_delta","ind\n\n')
      break
    case 'error': {
      const { code, message } = how
      const error = { data: { type: 'error', error: { type: code, message } } }
      await writeText(response, encodeEvent(api === 'responses' ? failedEvent(id, code, message) : error))
      break
    }
    case 'truncate':
      break
  }
  response.end()
}

/** The beginning of an ordinary reply, then its first piece of text for ever. */
async function endless(
  { chunk = 400, chunkDelayMs = 0 }: Extract<Step, { type: 'endless' }>,
  request: ModelRequest,
  response: ServerResponse,
): Promise<void> {
  const text = 'and so on '.repeat(Math.ceil(chunk / 10)).slice(0, chunk)
  const { events } = replyFor({ type: 'reply', text, chunk }, request, usualUsage)
  const first = events.findIndex(({ data }) => data.type.endsWith('delta'))
  response.writeHead(200, streamHeaders)
  await writeEvents(response, events.slice(0, first))
  await writeForEver(response, encodeEvent(events[first]!), chunkDelayMs)
}
