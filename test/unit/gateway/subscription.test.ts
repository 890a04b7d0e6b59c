import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Source, subscribe } from '../../../src/main/gateway/subscription'
import { failure } from '../../../src/shared'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function harness(batches: unknown[][]) {
  const posted: unknown[] = []
  const state = { ended: false, closed: 0, unsubscribed: 0 }
  let onMessage: (message: unknown) => void = () => {}
  let onClose: () => void = () => {}
  let news: () => void = () => {}
  const source: Source = {
    next: () => {
      const items = batches.shift() ?? []
      if (items.includes('fail')) throw new Error('the store is closed')
      return { items, more: batches.length > 0 }
    },
    onNews: (listener) => {
      news = listener
      return () => {
        state.unsubscribed += 1
      }
    },
    ended: () => state.ended && batches.length === 0,
  }
  subscribe(
    {
      postMessage: (message) => posted.push(message),
      onMessage: (listener) => {
        onMessage = listener
      },
      onClose: (listener) => {
        onClose = listener
      },
      close: () => {
        state.closed += 1
      },
    },
    source,
    { errorOf: (cause) => failure('internal.bug', String(cause)).error },
  )
  return {
    posted,
    state,
    ack: (batch: number) => onMessage({ type: 'ack', batch }),
    raw: (message: unknown) => onMessage(message),
    close: () => onClose(),
    news: () => news(),
  }
}

describe('subscribe', () => {
  it('sends at most two batches that are not acknowledged', () => {
    const { posted, ack } = harness([['a'], ['b'], ['c'], ['d']])
    vi.advanceTimersByTime(1000)
    expect(posted).toEqual([
      { type: 'batch', batch: 1, items: ['a'] },
      { type: 'batch', batch: 2, items: ['b'] },
    ])
    ack(1)
    vi.advanceTimersByTime(1000)
    expect(posted).toHaveLength(3)
  })

  it('ends with the error of a source that throws, and asks it no more', () => {
    const { posted, state, news } = harness([['a'], ['fail'], ['b']])
    vi.advanceTimersByTime(1000)
    expect(posted).toEqual([
      { type: 'batch', batch: 1, items: ['a'] },
      { type: 'failed', error: failure('internal.bug', 'Error: the store is closed').error },
    ])
    expect(state).toMatchObject({ closed: 1, unsubscribed: 1 })
    news()
    vi.advanceTimersByTime(1000)
    expect(posted).toHaveLength(2)
  })

  it('gathers what comes within 50 ms into one batch', () => {
    const batches: unknown[][] = []
    const { posted, news } = harness(batches)
    vi.advanceTimersByTime(10)
    batches.push(['a', 'b'])
    news()
    vi.advanceTimersByTime(49)
    expect(posted).toEqual([])
    vi.advanceTimersByTime(1)
    expect(posted).toEqual([{ type: 'batch', batch: 1, items: ['a', 'b'] }])
  })

  it('says the end once everything is sent, and closes', () => {
    const { posted, ack, state } = harness([['a']])
    state.ended = true
    vi.advanceTimersByTime(1000)
    ack(1)
    vi.advanceTimersByTime(1000)
    expect(posted).toEqual([{ type: 'batch', batch: 1, items: ['a'] }, { type: 'end' }])
    expect([state.closed, state.unsubscribed]).toEqual([1, 1])
  })

  it('stops when the window closes its port', () => {
    const { posted, news, close, state } = harness([])
    close()
    news()
    vi.advanceTimersByTime(1000)
    expect(posted).toEqual([])
    expect(state.unsubscribed).toBe(1)
  })

  it('ignores messages that are no acknowledgement', () => {
    const { posted, raw } = harness([['a'], ['b'], ['c']])
    vi.advanceTimersByTime(1000)
    for (const message of [
      null,
      'ack',
      { type: 'ack' },
      { type: 'ack', batch: -1 },
      { type: 'ack', batch: '2' },
    ])
      raw(message)
    vi.advanceTimersByTime(1000)
    expect(posted).toHaveLength(2)
  })
})
