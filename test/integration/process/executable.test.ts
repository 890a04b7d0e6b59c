import {
  chmod,
  mkdir,
  mkdtemp,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ExecutableIdentity, identifyExecutable, sameExecutable } from '../../../src/main/process'

let folder: string
let program: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'glovebox-executable-')))
  program = join(folder, 'program')
  await writeFile(program, '#!/bin/sh\necho 1\n', { mode: 0o755 })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function identityOf(path: string): Promise<ExecutableIdentity> {
  const identity = await identifyExecutable(path)
  if (!identity.ok) throw new Error(identity.error.message)
  return identity.value
}

describe('identifyExecutable', () => {
  it('follows a link to the real file', async () => {
    await symlink(program, join(folder, 'link'))
    const identity = await identityOf(join(folder, 'link'))
    expect(identity).toEqual(await identityOf(program))
    expect(identity.path).toBe(program)
  })

  it('refuses what is not a program, with a sentence', async () => {
    await writeFile(join(folder, 'plain'), '#!/bin/sh\n', { mode: 0o644 })
    await writeFile(join(folder, 'text'), 'echo no first line says who runs this\n', { mode: 0o755 })
    await writeFile(join(folder, 'foreign'), Buffer.from('4d5a9000', 'hex'), { mode: 0o755 })
    await writeFile(join(folder, 'empty'), '', { mode: 0o755 })
    await mkdir(join(folder, 'folder'))
    await symlink(join(folder, 'nowhere'), join(folder, 'dangling'))
    for (const name of ['plain', 'text', 'foreign', 'empty', 'folder', 'dangling', 'missing']) {
      const result = await identifyExecutable(join(folder, name))
      expect(result, name).toMatchObject({ ok: false, error: { code: 'runtime.unavailable' } })
    }
    expect((await identifyExecutable('node')).ok).toBe(false)
  })
})

describe('sameExecutable (I6)', () => {
  it('holds while nothing happens to the file', async () => {
    expect(await sameExecutable(await identityOf(program))).toBe(true)
  })

  it('sees another file in its place, with the same size and times', async () => {
    await utimes(program, 1_700_000_000, 1_700_000_000)
    const identity = await identityOf(program)
    const { atime, mtime } = await stat(program)
    await writeFile(join(folder, 'other'), '#!/bin/sh\necho 2\n', { mode: 0o755 })
    await utimes(join(folder, 'other'), atime, mtime)
    await rename(join(folder, 'other'), program)
    expect(await sameExecutable(identity)).toBe(false)
  })

  it('sees the same file with other content, though size and modification time were set back', async () => {
    await utimes(program, 1_700_000_000, 1_700_000_000)
    const identity = await identityOf(program)
    const { atime, mtime } = await stat(program)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await writeFile(program, '#!/bin/sh\necho 2\n')
    await utimes(program, atime, mtime)
    expect(await sameExecutable(identity)).toBe(false)
  })

  it('sees a link in its place, a lost permission and a lost file', async () => {
    const identity = await identityOf(program)
    await rename(program, join(folder, 'moved'))
    expect(await sameExecutable(identity)).toBe(false)
    await symlink(join(folder, 'moved'), program)
    expect(await sameExecutable(identity)).toBe(false)
    await rm(program)
    await rename(join(folder, 'moved'), program)
    await chmod(program, 0o644)
    expect(await sameExecutable(identity)).toBe(false)
  })
})
