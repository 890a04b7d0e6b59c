import { spawnSync } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { storePaths } from '../../../src/main/store'
import { bundleChildren } from './children'
import { addSession, openTestStore } from './helpers'

const nobody = 65_534

it('a file that this user may not open is reported and left as it is (I10)', async () => {
  const { opening } = await bundleChildren()
  const store = openTestStore()
  addSession(store)
  store.close()
  const { database } = storePaths(store.folder)
  chmodSync(dirname(opening), 0o755)
  chmodSync(store.folder, 0o755)
  chmodSync(database, 0)
  const { size, mtimeMs } = statSync(database)
  // To root nothing is unreadable: then it is another user who tries.
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const child = spawnSync(process.execPath, [opening, store.folder], { encoding: 'utf8', ...user })
  expect(child.stderr).toBe('')
  expect(JSON.parse(child.stdout)).toMatchObject({ code: 'store.unavailable' })
  expect(statSync(database)).toMatchObject({ size, mtimeMs })
})
