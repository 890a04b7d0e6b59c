import { afterEach, describe, expect, it } from 'vitest'
import { atHome, closeAll, connectTo, exchange, startOrigin, startProxy, toClose } from '../../support/egress'

afterEach(closeAll)

/** What a second request hidden in the first would ask for. */
const hidden = 'GET /hidden HTTP/1.1\r\nHost: web.example.org\r\n\r\n'

const attempts: Readonly<Record<string, readonly string[]>> = {
  'a length and a coding': ['Content-Length: 4', 'Transfer-Encoding: chunked', '', `0\r\n\r\n${hidden}`],
  'a coding and a length': [
    'Transfer-Encoding: chunked',
    `Content-Length: ${hidden.length + 5}`,
    '',
    `0\r\n\r\n${hidden}`,
  ],
  'two lengths': ['Content-Length: 0', `Content-Length: ${hidden.length}`, '', hidden],
  'a list of lengths': [`Content-Length: 0, ${hidden.length}`, '', hidden],
  'a length with a sign': ['Content-Length: +0', '', hidden],
  'a length in hexadecimal': ['Content-Length: 0x0', '', hidden],
  'a negative length': ['Content-Length: -1', '', hidden],
  'an unknown coding': ['Transfer-Encoding: xchunked', '', `0\r\n\r\n${hidden}`],
  'two codings': ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity', '', `0\r\n\r\n${hidden}`],
  'a list of codings': ['Transfer-Encoding: chunked, identity', '', `0\r\n\r\n${hidden}`],
  'a coding behind another': ['Transfer-Encoding: identity, chunked', '', `0\r\n\r\n${hidden}`],
  'a coding with a tab': ['Transfer-Encoding:\tchunked', '', `0\r\n\r\n${hidden}`],
  'a coding with a vertical tab': ['Transfer-Encoding: \x0bchunked', '', `0\r\n\r\n${hidden}`],
  'a space before the colon': ['Transfer-Encoding : chunked', 'Content-Length: 0', '', hidden],
  'a folded header': ['Transfer-Encoding:', ' chunked', 'Content-Length: 0', '', hidden],
  'a header without a name': [': chunked', '', hidden],
  'a header without a colon': ['Transfer-Encoding chunked', '', hidden],
  'a NUL in a header': ['X-A: a\0b', '', hidden],
  'a bare CR in a header': ['X-A: a\rContent-Length: 5', '', hidden],
  'a chunk size with a sign': ['Transfer-Encoding: chunked', '', `+5\r\nabcde\r\n0\r\n\r\n${hidden}`],
  'a chunk size with 0x': ['Transfer-Encoding: chunked', '', `0x5\r\nabcde\r\n0\r\n\r\n${hidden}`],
  'a huge chunk size': [
    'Transfer-Encoding: chunked',
    '',
    `ffffffffffffffffff\r\nabcde\r\n0\r\n\r\n${hidden}`,
  ],
  'a chunk that is longer than it says': [
    'Transfer-Encoding: chunked',
    '',
    `1\r\nabcde\r\n0\r\n\r\n${hidden}`,
  ],
  'two hosts': ['Host: evil.example.net', '', hidden],
  'a connection header that names the length': ['Connection: Content-Length', 'Content-Length: 3', '', 'abc'],
}

describe('a request that could be read in two ways', () => {
  it.each(Object.entries(attempts))('%s never becomes two requests outside', async (_name, lines) => {
    const origin = toClose(
      await startOrigin((request, response) => request.resume().once('end', () => response.end('ok'))),
    )
    const proxy = await startProxy([atHome('web.example.org', origin.port)])
    const client = await connectTo(proxy.socketPath)
    client.write(
      [`POST http://web.example.org:${origin.port}/first HTTP/1.1`, 'Host: web.example.org', ...lines].join(
        '\r\n',
      ),
    )
    client.end()
    await client.rest()
    // What is behind a request is a request of its own: in origin form, so it is refused.
    expect(origin.requests.filter((head) => head.includes('/hidden'))).toEqual([])
    expect(origin.requests.length).toBeLessThanOrEqual(1)
    for (const head of origin.requests) {
      expect(head.match(/^(Content-Length|Transfer-Encoding): /gim) ?? []).toHaveLength(1)
      expect(head.match(/^Host: /gim)).toHaveLength(1)
      expect(head).toContain(`Host: web.example.org:${origin.port}`)
    }
  })

  it('after a refused CONNECT nothing of the connection is read', async () => {
    const origin = toClose(await startOrigin((_request, response) => response.end('ok')))
    const proxy = await startProxy([atHome('web.example.org', origin.port)])
    const answer = await exchange(
      proxy.socketPath,
      `CONNECT evil.example.net:443 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\nGET http://web.example.org:${origin.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`,
    )
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(origin.requests).toEqual([])
  })

  it('several in one go are each answered in turn, and each judged', async () => {
    const origin = toClose(await startOrigin((request, response) => response.end(`[${request.url}]`)))
    const proxy = await startProxy([atHome('web.example.org', origin.port)])
    const one = (path: string) =>
      `GET http://web.example.org:${origin.port}${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    const answer = await exchange(
      proxy.socketPath,
      `${one('/1')}${one('/2')}GET http://evil.example.net/ HTTP/1.1\r\nHost: x\r\n\r\n${one('/3')}`,
    )
    expect(answer.match(/HTTP\/1\.1 [0-9]+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 403'])
    expect(answer).toMatch(/\[\/1\].*\[\/2\]/s)
  })
})
