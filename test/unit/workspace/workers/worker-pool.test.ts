import { afterEach, expect, it } from 'vitest'
import { createWorkerPool } from '../../../../src/main/workspace/workers/worker-pool'

/** Answers with its own number and with what the host says to `name`; dies of `crash`. */
const script = `
const { parentPort, threadId } = require('node:worker_threads')
let waiting = null
parentPort.on('message', (message) => {
  if (message.type === 'reply') return parentPort.postMessage({ type: 'reply', id: waiting, value: message.value + threadId })
  if (message.method === 'crash') process.exit(3)
  if (message.method === 'thread') return parentPort.postMessage({ type: 'reply', id: message.id, value: threadId })
  if (message.method === 'fail') return parentPort.postMessage({ type: 'error', id: message.id, message: 'no', code: 'ENOSPC' })
  waiting = message.id
  parentPort.postMessage({ type: 'call', id: 1, method: 'name', input: null })
})`
type Remote = {
  readonly thread: (input: null) => number
  readonly named: (input: null) => string
  readonly crash: (input: null) => void
  readonly fail: (input: null) => void
}
const makePool = () =>
  createWorkerPool<Remote>(new URL(`data:text/javascript,${encodeURIComponent(commonjs)}`))
const commonjs = `import { createRequire } from 'node:module'; const require = createRequire('file:///x.js'); ${script}`

let pool = makePool()
afterEach(async () => {
  await pool.close()
  pool = makePool()
})

const threadOf = () => pool.withOne({}, (call) => call('thread', null))

it('lends one worker again after a job that went well, and a new one after one that did not', async () => {
  const first = await threadOf()
  expect(await threadOf()).toBe(first)
  await expect(pool.withOne({}, (call) => call('fail', null))).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await threadOf()).not.toBe(first)
})

it('lends each worker to one job at a time', async () => {
  const threads = await pool.withMany(3, {}, (calls) =>
    Promise.all(calls.map((call) => call('thread', null))),
  )
  expect(new Set(threads).size).toBe(3)
})

it('lets a worker call what its present job handles', async () => {
  const named = (name: string) => pool.withOne({ name: () => name }, (call) => call('named', null))
  expect(await named('a')).toMatch(/^a\d+$/)
  expect(await named('b')).toMatch(/^b\d+$/)
})

it('rejects when a worker dies, and does not lend a dead one', async () => {
  const first = await threadOf()
  await expect(pool.withOne({}, (call) => call('crash', null))).rejects.toThrow('ended (3)')
  expect(await threadOf()).not.toBe(first)
})

it('has workers ready when warmed, no more than asked for', async () => {
  pool.warm(2)
  pool.warm(2)
  const first = await pool.withMany(2, {}, (calls) => Promise.all(calls.map((call) => call('thread', null))))
  const second = await pool.withMany(2, {}, (calls) => Promise.all(calls.map((call) => call('thread', null))))
  expect(second.toSorted()).toEqual(first.toSorted())
})
