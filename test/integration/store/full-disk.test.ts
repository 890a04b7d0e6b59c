import { mkdirSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEventBatcher, StoreError, storePaths } from '../../../src/main/store'
import { openDatabase } from '../../../src/main/store/database/open-database'
import { noLog } from '../../../src/main/store/log'
import { createStore } from '../../../src/main/store/store'
import { addSession, message, temporaryFolder } from './helpers'

/** A store whose file can't grow until it is let: SQLite reports that as it does a full disk. */
function storeOnFullDisk() {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  const opened = openDatabase(storePaths(folder).database, { nativeBinding: null, log: noLog })
  if (!opened.ok) throw new Error(opened.error.message)
  const { writing } = opened.value
  const store = createStore(opened.value, { folder, nativeBinding: null, now: () => 1 })
  onTestFinished(() => store.close())
  const pages = (count: number): void => void writing.pragma(`max_page_count = ${count}`)
  return { store, fill: () => pages(1), free: () => pages(1_000_000) }
}

describe('on a full disk', () => {
  it('an append says so and changes nothing; it goes on once there is space', () => {
    const { store, fill, free } = storeOnFullDisk()
    const id = addSession(store, [message('kept')])
    const before = store.read.session(id)
    fill()
    const seen: unknown[] = []
    store.onCommit((_id, events) => seen.push(...events))
    const long = { at: 1, body: message('x'.repeat(50_000)) }
    let thrown: unknown
    try {
      store.write.append(id, [long])
    } catch (cause) {
      thrown = cause
    }
    expect(thrown).toBeInstanceOf(StoreError)
    expect(thrown).toMatchObject({ error: { code: 'store.full', retryable: true } })
    expect(store.read.session(id)).toEqual(before)
    expect(seen).toEqual([])
    free()
    expect(store.write.append(id, [long])).toMatchObject([{ seq: 3, row: 2 }])
    expect(store.read.verify(id)).toEqual({ events: 3, brokenSeq: null })
  })

  it('gathered events wait and are stored in order afterwards', () => {
    const { store, fill, free } = storeOnFullDisk()
    const id = addSession(store)
    const batcher = createEventBatcher(store.write, { now: () => 1 })
    fill()
    batcher.push(id, message('x'.repeat(50_000)))
    expect(() => batcher.flush()).toThrow(StoreError)
    batcher.push(id, message('second'))
    free()
    batcher.flush()
    expect(store.read.eventsAfter(id, 2, 9, 1e6)).toMatchObject([{ seq: 3, body: { text: 'second' } }])
  })
})
