import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { buildWorkers } from '../../support/build-workers'
import { makeRepository, temporaryFolder, writeFiles } from '../../support/repository'

const nobody = 65534

let program: {
  readonly folder: string
  readonly script: string
  readonly mirror: string
  readonly snapshot: string
}
beforeAll(async () => {
  const { asOtherUser, mirror } = await buildWorkers()
  // The checkout may lie where an ordinary user can't read.
  const folder = temporaryFolder()
  cpSync(dirname(asOtherUser), join(folder, 'built'), { recursive: true })
  cpSync('node_modules/zod', join(folder, 'node_modules', 'zod'), { recursive: true })
  give(folder)
  const url = (name: string) => new URL(`file://${folder}/built/${name}`).href
  program = {
    folder,
    script: join(folder, 'built', 'as-other-user.js'),
    mirror: url(mirror.pathname.split('/').at(-1) ?? ''),
    snapshot: url('snapshot-worker.js'),
  }
})

function give(path: string): void {
  chownSync(path, nobody, nobody)
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name))
}

/** Runs the workspace on a repository as a user who may not read everything; what it printed. */
function runOn(path: string, runId: string) {
  const out = execFileSync(
    process.execPath,
    [program.script, program.folder, program.mirror, program.snapshot, path, runId],
    {
      uid: nobody,
      gid: nobody,
      cwd: '/',
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    },
  )
  return JSON.parse(out)
}

it('leaves out what an ordinary user can’t read, and says so', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const path = makeRepository(
    { 'a.txt': 'a', 'locked.txt': 'l', 'closed/b.txt': 'b', 'write-only.txt': 'w' },
    join(folder, 'project'),
  )
  give(path)
  chmodSync(join(path, 'locked.txt'), 0o000)
  chmodSync(join(path, 'write-only.txt'), 0o200)
  chmodSync(join(path, 'closed'), 0o000)
  const { inventory, made, removed } = runOn(path, 'run-1')
  expect(inventory.value.files.map((file: { path: string }) => file.path)).toEqual(['a.txt'])
  expect(
    inventory.value.excluded.map((each: { path: string; reason: string }) => [each.path, each.reason]),
  ).toEqual([
    ['closed/b.txt', 'unreadable'],
    ['locked.txt', 'unreadable'],
    ['write-only.txt', 'unreadable'],
  ])
  expect(made.value.entries).toHaveLength(1)
  expect(removed.ok).toBe(true)
  expect(existsSync(join(program.folder, 'runs', 'run-1'))).toBe(false)
})

it('refuses a folder it can’t look into', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const path = makeRepository({ 'a.txt': 'a' }, join(folder, 'project'))
  give(path)
  chmodSync(join(path, '.git'), 0o000)
  expect(runOn(path, 'run-2').inspected.error.code).toBe('workspace.unreadable')
  chmodSync(join(path, '.git'), 0o700)
  chmodSync(folder, 0o700)
  expect(runOn(path, 'run-3').inspected.error.code).toBe('workspace.unreadable')
})

it('refuses root’s repository', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const path = makeRepository({ 'a.txt': 'a' }, join(folder, 'project'))
  expect(runOn(path, 'run-4').inspected.error).toMatchObject({
    code: 'workspace.foreign_owner',
    details: { owner: 0 },
  })
  writeFiles(path, {})
})
