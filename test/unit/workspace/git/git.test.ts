import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Invocation } from '../../../../src/main/process'
import { createGit } from '../../../../src/main/workspace/git/git'
import { failure, ok } from '../../../../src/shared'
import { temporaryFolder } from '../../../support/repository'

function fakeGit(): string {
  const folder = join(temporaryFolder(), 'bin')
  mkdirSync(folder)
  writeFileSync(join(folder, 'git'), '')
  chmodSync(join(folder, 'git'), 0o755)
  return folder
}

it('passes on nothing of the environment and names the git folder each time', async () => {
  const calls: Invocation[] = []
  const folder = fakeGit()
  const git = createGit({
    run: async (invocation) => {
      calls.push(invocation)
      return ok({ code: 0, stdout: Buffer.from('x'), stderr: '' })
    },
    environment: { PATH: `relative:${folder}`, GIT_DIR: '/evil', GIT_CONFIG_COUNT: '1', SECRET: 's' },
  })
  expect((await git('/repo/.git', ['rev-parse', 'HEAD'])).ok).toBe(true)
  const [call] = calls
  expect(call?.executable).toBe(join(folder, 'git'))
  expect(call?.args).toEqual(
    expect.arrayContaining(['--no-optional-locks', '--git-dir=/repo/.git', 'core.fsmonitor=false']),
  )
  expect(call?.environment).toMatchObject({
    PATH: folder,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  })
  expect(Object.keys(call?.environment ?? {})).not.toEqual(expect.arrayContaining(['SECRET']))
  expect(call?.environment).not.toHaveProperty('GIT_DIR')
  expect(call?.environment).not.toHaveProperty('GIT_CONFIG_COUNT')
})

it('says that git is missing when PATH has none, looking in no relative folder', async () => {
  const git = createGit({
    run: async () => failure('internal.bug', 'must not be called'),
    environment: { PATH: '.:bin:/nonexistent' },
  })
  const result = await git('/repo/.git', ['rev-parse'])
  expect(result.ok ? null : result.error.code).toBe('workspace.git_missing')
})

it('takes only the exit codes that are answers', async () => {
  const git = createGit({
    run: async () => ok({ code: 1, stdout: Buffer.alloc(0), stderr: 'fatal: bad\nmore' }),
    environment: { PATH: fakeGit() },
  })
  expect((await git('/r', ['symbolic-ref'], { codes: [0, 1] })).ok).toBe(true)
  const refused = await git('/r', ['symbolic-ref'])
  expect(refused.ok ? null : [refused.error.code, refused.error.message]).toEqual([
    'workspace.git_failed',
    'git could not read this repository: fatal: bad',
  ])
})
