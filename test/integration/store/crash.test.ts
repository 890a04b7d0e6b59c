import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { storePaths } from '../../../src/main/store'
import type { SessionId } from '../../../src/shared'
import { bundleChildren, type Children } from './children'
import { addSession, openTestStore } from './helpers'

const crashes = 20

/** Lets a child append until it is killed without warning; the number of the last event that it told of. */
async function appendAndKill(
  scripts: Children,
  folder: string,
  id: SessionId,
  afterMs: number,
): Promise<number> {
  const child = spawn(process.execPath, [scripts.appending, folder, id, scripts.checkpointWorker], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  await once(child.stdout, 'data')
  await delay(afterMs)
  child.kill('SIGKILL')
  await closed
  // The last line may be cut: then its number was not told.
  return Number(told.split('\n').at(-2))
}

function integrity(folder: string): unknown {
  const db = new Sqlite(storePaths(folder).database)
  const answer = db.pragma('integrity_check', { simple: true })
  db.close()
  return answer
}

it('a process killed at any moment loses no event that it told of (I3)', { timeout: 180_000 }, async () => {
  const scripts = await bundleChildren()
  const store = openTestStore()
  const id = addSession(store)
  store.close()
  let total = 1
  for (let crash = 0; crash < crashes; crash += 1) {
    const told = await appendAndKill(scripts, store.folder, id, Math.random() * 300)
    expect(told).toBeGreaterThan(total)
    expect(integrity(store.folder)).toBe('ok')
    const again = openTestStore(store.folder)
    total = again.read.session(id)?.lastSeq ?? 0
    expect(total).toBeGreaterThanOrEqual(told)
    expect(again.read.verify(id)).toEqual({ events: total, brokenSeq: null })
    expect(again.read.frames(id)).toHaveLength(again.read.session(id)?.frames ?? -1)
    again.close()
  }
})
