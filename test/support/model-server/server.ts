import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answer } from './answer'
import { readRequest } from './read-request'
import { answerAside } from './side-answers'
import { createSteps } from './steps'
import type { ModelRequest, ModelServer, ReportedUsage, Scenario } from './types'
import { addUsage, noUsage } from './usage'

/**
 * A model server on loopback that speaks the Anthropic Messages API and the OpenAI Responses API and plays a scenario:
 * each model request takes the next step. Requests beside the conversation take none (classify.ts).
 */
export async function startModelServer(scenario: Scenario): Promise<ModelServer> {
  const nextStep = createSteps(scenario)
  const requests: ModelRequest[] = []
  const reported: ReportedUsage[] = []
  const arrivals = createArrivals()
  let open = 0

  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(message)
    requests.push(request)
    if (request.kind !== 'model') return answerAside(request, response)
    const step = await nextStep(request)
    arrivals.add(request)
    const usage = await answer(step, request, response)
    if (usage) reported.push(usage)
  }

  const server = createServer((message, response) => {
    open += 1
    // A request that the other side cut off is no error of the server's.
    handle(message, response)
      .catch(() => response.destroy())
      .finally(() => {
        open -= 1
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    get modelRequests() {
      return requests.filter(({ kind }) => kind === 'model')
    },
    get usage() {
      return { sum: reported.map(({ usage }) => usage).reduce(addUsage, noUsage), responses: [...reported] }
    },
    open: () => open,
    nextModelRequest: arrivals.next,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Hands out arrivals in order, whether they came before or after someone asked. */
function createArrivals(): { add: (request: ModelRequest) => void; next: () => Promise<ModelRequest> } {
  const arrived: ModelRequest[] = []
  const waiting: ((request: ModelRequest) => void)[] = []
  return {
    add: (request) => {
      const waiter = waiting.shift()
      if (waiter) waiter(request)
      else arrived.push(request)
    },
    next: () => {
      const request = arrived.shift()
      return request ? Promise.resolve(request) : new Promise((done) => waiting.push(done))
    },
  }
}
