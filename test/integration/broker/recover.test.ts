import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { findRunProcesses, runVariable } from '../../../src/main/process'
import { storePaths } from '../../../src/main/store'
import { type SessionId, sessionIdSchema } from '../../../src/shared'
import { started } from '../../support/builders'
import { makeRepository, temporaryFolder } from '../../support/repository'
import { startServices } from '../../support/services'
import { makeWorkspace, mirrorOf } from '../../support/workspace'

/** What a run leaves that a crash cut off: a living process, and a mirror. */
async function leaveRun(folder: string, id: SessionId): Promise<void> {
  spawn('/bin/sleep', ['60'], { stdio: 'ignore', env: { [runVariable]: id } }).unref()
  await mirrorOf(await makeWorkspace({ folder }), makeRepository({ 'a.txt': 'a' }), id)
}

describe('recovering from a crash', () => {
  it('ends runs whose sessions can’t be read, too, and keeps none from its end', async () => {
    const folder = temporaryFolder()
    const first = await startServices(folder)
    const newId = () => sessionIdSchema.parse(randomUUID())
    const [summaryLost, beginningLost, whole] = [newId(), newId(), newId()]
    first.store.write.createSession(summaryLost, 1000, started())
    const unreadable = { ...started(), limits: undefined } as unknown as ReturnType<typeof started>
    first.store.write.createSession(beginningLost, 2000, unreadable)
    first.store.write.createSession(whole, 3000, started())
    for (const id of [summaryLost, beginningLost, whole]) await leaveRun(folder, id)
    first.store.close()
    const raw = new Sqlite(storePaths(join(folder, 'store')).database)
    raw.prepare("UPDATE sessions SET counters = '{}' WHERE id = ?").run(summaryLost)
    raw.close()
    expect((await findRunProcesses([summaryLost, beginningLost, whole])).length).toBe(3)

    const again = await startServices(folder)
    expect(await findRunProcesses([summaryLost, beginningLost, whole])).toEqual([])
    expect(readdirSync(join(folder, 'runs'))).toEqual([])
    const list = () => again.store.read.sessions({ projectId: null, before: null, limit: 9 })
    // A summary is made again from the events; without its beginning a session stays unreadable, and can be deleted.
    expect(list().sessions.map(({ id, status }) => [id, status])).toEqual([
      [whole, 'interrupted'],
      [summaryLost, 'interrupted'],
    ])
    expect(list()).toMatchObject({ unreadable: [beginningLost], total: 3 })
    again.store.write.deleteSession(beginningLost)
    expect(list()).toMatchObject({ unreadable: [], total: 2 })
    again.store.close()
  })
})
