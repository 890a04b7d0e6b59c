import type { IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { classify, parsed } from './classify'
import type { ModelRequest } from './types'

/** Reads a request to its end. Codex compresses what it sends with zstd where it is signed in with an account. */
export async function readRequest(message: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(Buffer.from(chunk))
  const sent = Buffer.concat(chunks)
  const body = decoded(sent, message.headers['content-encoding'])
  return classify({
    method: message.method ?? 'GET',
    path: message.url ?? '/',
    headers: Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: body.length === 0 ? null : parsed(body.toString('utf8')),
    bytes: sent.length,
  })
}

function decoded(sent: Buffer, encoding: string | undefined): Buffer {
  switch (encoding) {
    case 'zstd':
      return zstdDecompressSync(sent)
    case 'gzip':
      return gunzipSync(sent)
    case 'br':
      return brotliDecompressSync(sent)
    default:
      return sent
  }
}
