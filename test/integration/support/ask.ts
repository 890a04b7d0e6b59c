import type { ModelServer } from '../../support/model-server'
import { field, parsed } from '../../support/model-server/classify'

export type Vendor = 'messages' | 'responses'

/** A request as the agents' programs send it, in short. */
export function ask(
  { url }: ModelServer,
  vendor: Vendor,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Response> {
  const body =
    vendor === 'messages'
      ? { model: 'claude-x', system: 'Primary working directory: /copy\n', messages: [], stream: true }
      : { model: 'gpt-x', input: [{ content: [{ text: '<cwd>/copy</cwd>' }] }], stream: true }
  return fetch(`${url}/v1/${vendor}`, { method: 'POST', body: JSON.stringify({ ...body, ...more }) })
}

/** The data of each event of a stream; what is no JSON stays text. */
export async function eventsOf(response: Response): Promise<readonly unknown[]> {
  return dataIn(await response.text())
}

export const dataIn = (body: string): readonly unknown[] =>
  [...body.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => parsed(data))

export const typesOf = (events: readonly unknown[]): readonly unknown[] =>
  events.map((event) => field(event, 'type'))

/** The text that the deltas of a stream make up, of whatever kind they are. */
export const textOf = (events: readonly unknown[]): string =>
  events
    .map((event) => {
      const delta = field(event, 'delta')
      if (typeof delta === 'string') return delta
      return String(field(delta, 'text') ?? field(delta, 'partial_json') ?? '')
    })
    .join('')

/** What could be read of a body, and whether it came to its end. */
export async function readOn(
  response: Response,
): Promise<{ readonly body: string; readonly ended: boolean }> {
  let body = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) body += decoder.decode(chunk, { stream: true })
    return { body, ended: true }
  } catch {
    return { body, ended: false }
  }
}
