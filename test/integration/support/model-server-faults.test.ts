import { afterEach, describe, expect, it, vi } from 'vitest'
import { htmlPage, type ModelServer, type Step, startModelServer, text } from '../../support/model-server'
import { ask, dataIn, readOn, typesOf, type Vendor } from './ask'

const servers: ModelServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(...steps: readonly Step[]): Promise<ModelServer> {
  const server = await startModelServer(steps)
  servers.push(server)
  return server
}

const nothingOpen = (server: ModelServer): Promise<void> => vi.waitFor(() => expect(server.open()).toBe(0))

const endings = ['message_stop', 'response.completed']

describe.each<Vendor>(['messages', 'responses'])('a stream that breaks (%s)', (vendor) => {
  const partial = text('An answer that is cut in the middle.', { chunk: 4 })

  it('is reset after a part', async () => {
    const server = await start({ ...partial, break: { how: 'reset', after: 5 } })
    const { body, ended } = await readOn(await ask(server, vendor))
    expect(ended).toBe(false)
    expect(dataIn(body)).toHaveLength(5)
  })

  it('ends politely, but too early', async () => {
    const server = await start({ ...partial, break: { how: 'truncate' } })
    const { body, ended } = await readOn(await ask(server, vendor))
    expect(ended).toBe(true)
    const types = typesOf(dataIn(body))
    expect(types.length).toBeGreaterThan(3)
    expect(types.filter((type) => endings.includes(String(type)))).toEqual([])
  })

  it('has an event that is no JSON', async () => {
    const server = await start({ ...partial, break: { how: 'malformed' } })
    const { body } = await readOn(await ask(server, vendor))
    expect(dataIn(body).filter((data) => typeof data === 'string')).toHaveLength(1)
  })

  it('has an error event', async () => {
    const server = await start({
      ...partial,
      break: { how: 'error', code: 'overloaded_error', message: 'Full' },
    })
    const { body } = await readOn(await ask(server, vendor))
    expect(dataIn(body).at(-1)).toMatchObject(
      vendor === 'messages'
        ? { type: 'error', error: { type: 'overloaded_error', message: 'Full' } }
        : { type: 'response.failed', response: { error: { code: 'overloaded_error', message: 'Full' } } },
    )
  })

  it('stands still until someone goes away', async () => {
    const server = await start({ ...partial, break: { how: 'stall', after: 3 } })
    const response = await ask(server, vendor)
    const reading = readOn(response)
    expect(server.open()).toBe(1)
    await server.close()
    const { body, ended } = await reading
    expect(ended).toBe(false)
    expect(dataIn(body)).toHaveLength(3)
  })

  it('is never told as used tokens', async () => {
    const server = await start({ ...partial, break: { how: 'reset' } })
    await readOn(await ask(server, vendor))
    await nothingOpen(server)
    expect(server.usage.responses).toEqual([])
  })
})

describe.each<Vendor>(['messages', 'responses'])('a server that misbehaves (%s)', (vendor) => {
  it('resets before it answers', async () => {
    const server = await start({ type: 'reset' })
    await expect(ask(server, vendor)).rejects.toThrow()
  })

  it('never answers, and lets go of who stops asking', async () => {
    const server = await start({ type: 'silence' })
    const stop = new AbortController()
    const asked = fetch(`${server.url}/v1/${vendor}`, {
      method: 'POST',
      body: '{"stream":true}',
      signal: stop.signal,
    })
    await server.nextModelRequest()
    expect(server.open()).toBe(1)
    stop.abort()
    await expect(asked).rejects.toThrow()
    await nothingOpen(server)
  })

  it('talks without end, and stops when nobody listens', async () => {
    const server = await start({ type: 'endless', chunk: 5_000 })
    const { body } = await ask(server, vendor)
    const reader = body?.getReader()
    let bytes = 0
    while (bytes < 2_000_000) bytes += (await reader?.read())?.value?.length ?? Number.POSITIVE_INFINITY
    expect(bytes).toBeLessThan(Number.POSITIVE_INFINITY)
    await reader?.cancel()
    await nothingOpen(server)
  })

  it('sends a page of HTML', async () => {
    const server = await start(htmlPage)
    const response = await ask(server, vendor)
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(await response.text()).toContain('<!doctype html>')
  })

  it('takes its time between the pieces of an answer', async () => {
    const server = await start(text('slow', { chunk: 1, chunkDelayMs: 20, delayMs: 20 }))
    const { body } = await ask(server, vendor)
    const pieces: string[] = []
    for await (const piece of body ?? []) pieces.push(new TextDecoder().decode(piece))
    // Each came by itself: the beginning was there to be read before the end was written.
    expect(pieces.length).toBeGreaterThan(3)
    expect(dataIn(pieces[0] ?? '')).not.toEqual(dataIn(pieces.join('')))
    expect(endings).toContain(typesOf(dataIn(pieces.join(''))).at(-1))
  })

  it('closes while it is talking', async () => {
    const server = await start({ type: 'endless' })
    const response = await ask(server, vendor)
    const reading = readOn(response)
    await server.close()
    expect((await reading).ended).toBe(false)
    await nothingOpen(server)
  })
})
