import type { ServerResponse } from 'node:http'
import { answer, sendJson } from './answer'
import type { ModelRequest } from './types'
import { noUsage } from './usage'

/** Answers what takes no step of the scenario; its tokens are not in the server's sum, for it reports none. */
export async function answerAside(request: ModelRequest, response: ServerResponse): Promise<void> {
  switch (request.kind) {
    case 'side':
      await answer({ type: 'reply', text: '{"title":"A title"}', usage: noUsage }, request, response)
      return
    case 'count-tokens':
      // About four characters are a token.
      sendJson(response, 200, { input_tokens: Math.ceil(request.bytes / 4) })
      return
    case 'models':
      sendJson(response, 200, { object: 'list', data: [], models: [], has_more: false })
      return
    case 'warm-up':
      response.writeHead(200)
      response.end()
      return
    default:
      sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'Not found' } })
  }
}
