import { chownSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../src/main/process'
import { createWorkspace, type Workspace } from '../../../src/main/workspace'
import { git, makeRepository, temporaryFolder, writeFiles } from '../../support/repository'
import { codeOf, exclusions, inventoryOf, makeWorkspace, unwrap } from '../../support/workspace'

let workspace: Workspace
beforeAll(async () => {
  workspace = (await makeWorkspace()).workspace
})

async function refusal(path: string) {
  const inspected = await workspace.inspectRepository(path)
  if (inspected.ok) throw new Error('not refused')
  return inspected.error
}

describe('a dropped repository', () => {
  it('is told by name, real path, branch and commit', async () => {
    const path = makeRepository({ 'a.txt': 'a' })
    const commit = git(path, 'rev-parse', 'HEAD').trim()
    const repository = unwrap(await workspace.inspectRepository(`${path}/`))
    expect(repository).toMatchObject({ name: 'project', path, commit, head: `main at ${commit.slice(0, 7)}` })
    expect(repository.identity).toBe(await workspace.identity(path))
  })

  it('may lie behind a link further up, and says so when its head is detached', async () => {
    const path = makeRepository({ 'a.txt': 'a' })
    git(path, 'checkout', '-q', '--detach')
    const link = join(temporaryFolder(), 'link')
    symlinkSync(dirname(path), link)
    const repository = unwrap(await workspace.inspectRepository(join(link, 'project')))
    expect(repository.path).toBe(path)
    expect(repository.head).toMatch(/^detached at [0-9a-f]{7}$/)
  })

  it('keeps its identity through commits, rewriting and moving, and loses it to a new repository at its path', async () => {
    const path = makeRepository({ 'a.txt': 'a' })
    const identity = await workspace.identity(path)
    git(path, 'commit', '-q', '--amend', '-m', 'other')
    git(path, 'gc', '-q', '--prune=now')
    expect(await workspace.identity(path)).toBe(identity)
    renameSync(path, `${path}-moved`)
    expect(await workspace.identity(`${path}-moved`)).toBe(identity)
    expect(await workspace.identity(path)).toBeNull()
    makeRepository({ 'a.txt': 'a' }, path)
    expect(await workspace.identity(path)).not.toBe(identity)
    rmSync(join(path, '.git'), { recursive: true })
    expect(await workspace.identity(path)).toBeNull()
  })

  it('may be a linked worktree', async () => {
    const main = makeRepository({ 'a.txt': 'a' })
    const path = join(dirname(main), 'linked')
    git(main, 'worktree', 'add', '-q', '-b', 'side', path)
    writeFileSync(join(path, 'b.txt'), 'b')
    git(path, 'add', 'b.txt')
    const { repository, inventory } = await inventoryOf(workspace, path)
    expect(repository.head).toMatch(/^side at /)
    expect(repository.identity).not.toBe(await workspace.identity(main))
    expect(inventory.files.map((file) => file.path)).toEqual(['a.txt', 'b.txt'])
    rmSync(main, { recursive: true })
    expect(codeOf(await workspace.inspectRepository(path))).toBe('workspace.not_a_repository')
  })

  it('may be a worktree of a bare repository', async () => {
    const source = makeRepository({ 'a.txt': 'a' })
    const folder = temporaryFolder()
    git(folder, 'clone', '-q', '--bare', source, join(folder, 'all.git'))
    git(join(folder, 'all.git'), 'worktree', 'add', '-q', join(folder, 'tree'), 'main')
    const { inventory } = await inventoryOf(workspace, join(folder, 'tree'))
    expect(inventory.files.map((file) => file.path)).toEqual(['a.txt'])
    expect((await refusal(join(folder, 'all.git'))).code).toBe('workspace.bare_repository')
  })

  it('may be a submodule’s work tree, which its outer repository leaves out', async () => {
    const inner = makeRepository({ 'in.txt': 'in' })
    const outer = makeRepository({ 'out.txt': 'out' })
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub')
    git(outer, 'commit', '-q', '-m', 'with a submodule')
    const { repository, inventory } = await inventoryOf(workspace, join(outer, 'sub'))
    expect(repository.name).toBe('sub')
    expect(inventory.files.map((file) => file.path)).toEqual(['in.txt'])
    const whole = await inventoryOf(workspace, outer)
    expect(exclusions(whole.inventory)).toEqual({ sub: 'submodule' })
  })

  it('may use SHA-256', async () => {
    const path = join(temporaryFolder(), 'project')
    mkdirSync(path)
    git(path, 'init', '-q', '--object-format=sha256', '-b', 'main')
    writeFiles(path, { 'a.txt': 'a' })
    git(path, 'add', '.')
    git(path, 'commit', '-q', '-m', 'start')
    const { repository, inventory } = await inventoryOf(workspace, path)
    expect(repository.commit).toHaveLength(64)
    expect(inventory.files).toEqual([{ path: 'a.txt', size: 1, mode: 'file' }])
  })
})

describe('a refused drop', () => {
  it('of nothing', async () => {
    expect((await refusal('/nonexistent/here')).code).toBe('workspace.not_found')
  })

  it('of a file, naming the repository it lies in', async () => {
    const path = makeRepository({ 'a.txt': 'a', 'deep/er/b.txt': 'b' })
    for (const file of ['a.txt', 'deep/er/b.txt']) {
      const error = await refusal(join(path, file))
      expect(error).toMatchObject({ code: 'workspace.not_a_folder', details: { root: path } })
      expect(error.message).toContain(path)
    }
    const alone = join(temporaryFolder(), 'alone.txt')
    writeFileSync(alone, '')
    expect(await refusal(alone)).toMatchObject({ code: 'workspace.not_a_folder', details: { root: null } })
  })

  it('of a folder that is no repository, or only looks like one', async () => {
    const folder = temporaryFolder()
    const error = await refusal(folder)
    expect(error.code).toBe('workspace.not_a_repository')
    expect(error.message).toContain('git init')
    mkdirSync(join(folder, '.git'))
    expect((await refusal(folder)).code).toBe('workspace.not_a_repository')
    rmSync(join(folder, '.git'), { recursive: true })
    writeFileSync(join(folder, '.git'), 'gitdir: /nonexistent\n')
    expect((await refusal(folder)).code).toBe('workspace.not_a_repository')
  })

  it('of a bare repository, or of one that calls itself bare', async () => {
    const folder = temporaryFolder()
    git(folder, 'init', '-q', '--bare', 'bare.git')
    expect((await refusal(join(folder, 'bare.git'))).code).toBe('workspace.bare_repository')
    const path = makeRepository({ 'a.txt': 'a' })
    git(path, 'config', 'core.bare', 'true')
    expect((await refusal(path)).code).toBe('workspace.bare_repository')
  })

  it('of a folder inside a repository, naming the top, and of its .git folder', async () => {
    const path = makeRepository({ 'src/deep/a.txt': 'a' })
    for (const inside of ['src', 'src/deep', '.git']) {
      const error = await refusal(join(path, inside))
      expect(error).toMatchObject({ code: 'workspace.inside_repository', details: { root: path } })
      expect(error.message).toContain(path)
    }
  })

  it('of a link, naming where it leads', async () => {
    const path = makeRepository({ 'a.txt': 'a' })
    const folder = temporaryFolder()
    symlinkSync(path, join(folder, 'link'))
    symlinkSync(join(folder, 'gone'), join(folder, 'broken'))
    expect(await refusal(join(folder, 'link'))).toMatchObject({
      code: 'workspace.symlink',
      details: { target: realpathSync(path) },
    })
    expect(await refusal(join(folder, 'broken'))).toMatchObject({
      code: 'workspace.symlink',
      details: { target: null },
    })
  })

  it('of a repository without commits', async () => {
    const path = join(temporaryFolder(), 'project')
    mkdirSync(path)
    git(path, 'init', '-q')
    const error = await refusal(path)
    expect(error.code).toBe('workspace.no_commits')
    expect(error.message).toContain('Commit once')
  })

  it('of a repository of which any part belongs to somebody else', async () => {
    for (const part of ['.', '.git']) {
      const path = makeRepository({ 'a.txt': 'a' })
      chownSync(join(path, part), 4321, 4321)
      expect(await refusal(path)).toMatchObject({
        code: 'workspace.foreign_owner',
        details: { owner: 4321, foreign: join(path, part) },
      })
    }
    const main = makeRepository({ 'a.txt': 'a' })
    const linked = join(dirname(main), 'linked')
    git(main, 'worktree', 'add', '-q', linked)
    chownSync(join(main, '.git'), 4321, 4321)
    expect((await refusal(linked)).code).toBe('workspace.foreign_owner')
  })

  it('of a repository that keeps its files elsewhere', async () => {
    const path = makeRepository({ 'a.txt': 'a' })
    git(path, 'config', 'core.worktree', '/etc')
    const error = await refusal(path)
    expect(error).toMatchObject({ code: 'workspace.not_a_repository', details: { workTree: '/etc' } })
    expect(error.message).toContain('core.worktree')
  })

  it('when there is no git', async () => {
    const path = makeRepository({ 'a.txt': 'a' })
    const folder = temporaryFolder()
    const without = createWorkspace({
      run: runCommand,
      environment: { PATH: folder },
      workers: { mirror: new URL('file:///none'), snapshot: new URL('file:///none') },
      runsFolder: folder,
      packsFolder: folder,
      locateContent: () => null,
      now: Date.now,
    })
    expect(codeOf(await without.inspectRepository(path))).toBe('workspace.git_missing')
    expect(await without.identity(path)).not.toBeNull()
  })

  it('of a repository whose settings git can’t read', async () => {
    const path = makeRepository({ 'a.txt': 'a' })
    writeFileSync(join(path, '.git', 'config'), '[core\n')
    expect((await refusal(path)).code).toBe('workspace.git_failed')
  })
})
