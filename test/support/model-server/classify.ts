import type { Api, ModelRequest, RequestKind } from './types'

/** The parts of a request that say what it is. */
export type RawRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly bytes: number
}

/**
 * Tells what a request is. A model request, which takes a step of the scenario, is a POST to `/v1/messages` or
 * `/v1/responses`, except side requests, which are answered with a word and take none:
 * - Claude Code asks a small model for titles, summaries and the like, and checks a key with a request for one token.
 *   Such a request has neither tools nor the working folder in its instructions, or `max_tokens: 1`; the conversation
 *   itself always names the folder, also with every tool off. Sub-agents do too: their requests take steps.
 * - Codex warms a connection up with `generate: false`, and marks what is not a turn in `x-codex-turn-metadata`.
 */
export function classify(raw: RawRequest): ModelRequest {
  const [pathname = ''] = raw.path.split('?')
  const api = apiOf(pathname)
  const fields = {
    ...raw,
    api,
    model: textOf(field(raw.body, 'model')),
    stream: field(raw.body, 'stream') === true,
    tools: listOf(field(raw.body, 'tools')).map(
      (tool) => textOf(field(tool, 'name')) ?? textOf(field(tool, 'type')) ?? '?',
    ),
    workingFolder: workingFolderOf(raw.body),
  }
  return { ...fields, kind: kindOf(pathname, fields) }
}

function kindOf(pathname: string, request: Omit<ModelRequest, 'kind'>): RequestKind {
  if (request.method === 'HEAD') return 'warm-up'
  if (request.method === 'GET') {
    if (pathname === '/v1/models') return 'models'
    return pathname === '/' ? 'warm-up' : 'unknown'
  }
  if (request.method !== 'POST') return 'unknown'
  if (pathname === '/v1/messages/count_tokens') return 'count-tokens'
  if (pathname === '/v1/messages') return isMessagesSideRequest(request) ? 'side' : 'model'
  if (pathname === '/v1/responses') return isResponsesSideRequest(request) ? 'side' : 'model'
  return 'unknown'
}

function isMessagesSideRequest({ body, tools, workingFolder }: Omit<ModelRequest, 'kind'>): boolean {
  if (field(body, 'max_tokens') === 1) return true
  return field(body, 'system') !== undefined && tools.length === 0 && workingFolder === null
}

function isResponsesSideRequest({ body, headers }: Omit<ModelRequest, 'kind'>): boolean {
  if (field(body, 'generate') === false) return true
  const kind = field(parsed(headers['x-codex-turn-metadata'] ?? ''), 'request_kind')
  return kind !== undefined && kind !== 'turn'
}

function apiOf(pathname: string): Api | null {
  if (pathname.startsWith('/v1/messages')) return 'messages'
  return pathname.startsWith('/v1/responses') ? 'responses' : null
}

const folderPatterns = [
  /Primary working directory: ([^\n]+)/,
  /Working directory: ([^\n]+)/,
  /<cwd>([^<]+)<\/cwd>/,
]

/** The first one named: it stands in the program's own instructions, before anything the user wrote. */
function workingFolderOf(body: unknown): string | null {
  const texts = [
    ...textsIn(field(body, 'system')),
    ...textsIn(field(body, 'messages')),
    ...textsIn(field(body, 'input')),
  ]
  for (const pattern of folderPatterns) {
    for (const text of texts) {
      const found = pattern.exec(text)?.[1]
      if (found) return found.trim()
    }
  }
  return null
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item)
  else if (typeof value === 'object' && value !== null) {
    yield* textsIn(field(value, 'text'))
    yield* textsIn(field(value, 'content'))
  }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
