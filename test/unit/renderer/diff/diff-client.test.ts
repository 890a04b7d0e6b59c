import { describe, expect, it } from 'vitest'
import { createDiffClient } from '../../../../src/renderer/diff/diff-client'
import type { WorkerAnswer, WorkerRequest } from '../../../../src/renderer/diff/messages'

function setUp() {
  const posted: WorkerRequest[] = []
  let started = 0
  let ended = 0
  let answer: (answer: WorkerAnswer) => void = () => undefined
  let fail: (message: string) => void = () => undefined
  const client = createDiffClient((onAnswer, onFailure) => {
    started += 1
    answer = onAnswer
    fail = onFailure
    return { post: (message) => posted.push(message), end: () => (ended += 1) }
  })
  return {
    client,
    posted,
    counts: () => ({ started, ended }),
    answerLast: () => answer({ id: posted.at(-1)?.id ?? 0, answer: null }),
    answerWith: (id: number) => answer({ id, answer: null }),
    fail: (message: string) => fail(message),
  }
}
const ask = (client: ReturnType<typeof setUp>['client'], text: string, abort = new AbortController()) => ({
  abort,
  result: client.ask({ type: 'highlight', language: 'x', text }, abort.signal),
})

describe('createDiffClient', () => {
  it('asks one thing at a time, in order, of one worker', async () => {
    const { client, posted, answerLast, counts } = setUp()
    const one = ask(client, 'one')
    const two = ask(client, 'two')
    expect(posted).toHaveLength(1)
    answerLast()
    expect(await one.result).toEqual({ ok: true, value: null })
    expect(posted).toHaveLength(2)
    answerLast()
    expect(await two.result).toEqual({ ok: true, value: null })
    expect(counts()).toEqual({ started: 1, ended: 0 })
  })

  it('never begins what nobody waits for when its turn comes', async () => {
    const { client, posted, answerLast } = setUp()
    ask(client, 'one')
    const two = ask(client, 'two')
    const three = ask(client, 'three')
    two.abort.abort()
    answerLast()
    expect(await two.result).toBeNull()
    expect(posted.map(({ request }) => ('text' in request ? request.text : ''))).toEqual(['one', 'three'])
    answerLast()
    expect(await three.result).not.toBeNull()
  })

  it('throws away an answer that came too late', async () => {
    const { client, answerLast } = setUp()
    const one = ask(client, 'one')
    one.abort.abort()
    answerLast()
    expect(await one.result).toBeNull()
  })

  it('names a failure, and goes on with a new worker', async () => {
    const { client, answerLast, fail, counts, posted } = setUp()
    const one = ask(client, 'one')
    const two = ask(client, 'two')
    fail('out of memory')
    expect(await one.result).toMatchObject({
      ok: false,
      error: { code: 'internal.bug', cause: 'out of memory' },
    })
    expect(counts()).toEqual({ started: 2, ended: 1 })
    expect(posted).toHaveLength(2)
    answerLast()
    expect(await two.result).toEqual({ ok: true, value: null })
  })

  it('takes no answer to what was not asked', async () => {
    const { client, answerWith, answerLast } = setUp()
    const one = ask(client, 'one')
    answerWith(99)
    answerLast()
    expect(await one.result).toEqual({ ok: true, value: null })
  })
})
