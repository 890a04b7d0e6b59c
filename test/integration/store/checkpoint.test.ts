import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { storePaths } from '../../../src/main/store'
import { addSession, message, openTestStore, rawDatabase } from './helpers'

const worker = new URL('../../../src/main/store/checkpoint-worker.ts', import.meta.url)
const walBytes = (folder: string): number => statSync(`${storePaths(folder).database}-wal`).size
const megabyte = 1024 * 1024

it('the worker keeps the log small while megabytes are written', async () => {
  const told: string[] = []
  const store = openTestStore(undefined, { checkpointWorker: worker, log: (_level, text) => told.push(text) })
  const id = addSession(store)
  for (let written = 0; written < 60; written += 1) {
    store.write.append(id, [{ at: 1, body: message('x'.repeat(megabyte)) }])
    await delay(20)
  }
  expect(walBytes(store.folder)).toBeLessThan(40 * megabyte)
  expect(told).toEqual([])
  expect(store.read.verify(id)).toEqual({ events: 61, brokenSeq: null })
})

it('without the worker, or when it can’t start, the log is emptied all the same', async () => {
  const told: string[] = []
  const missing = new URL('./no-such-worker.mjs', import.meta.url)
  const store = openTestStore(undefined, {
    checkpointWorker: missing,
    log: (_level, text) => told.push(text),
  })
  const id = addSession(store)
  const write = (): unknown => store.write.append(id, [{ at: 1, body: message('x'.repeat(megabyte)) }])
  write()
  while (told.length === 0) await delay(10)
  expect(told).toEqual(['the checkpoint worker ended; checkpoints run on the main loop'])
  for (let written = 0; written < 40; written += 1) write()
  expect(walBytes(store.folder)).toBeLessThan(20 * megabyte)
})

it('a closed store leaves a file that is whole', () => {
  const store = openTestStore(undefined, { checkpointWorker: worker })
  const id = addSession(store, [message('x'.repeat(megabyte))])
  store.close()
  const db = rawDatabase(store.folder)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
  expect(openTestStore(store.folder).read.verify(id)).toEqual({ events: 2, brokenSeq: null })
})
