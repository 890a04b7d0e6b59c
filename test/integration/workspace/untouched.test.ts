import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { git, hashFolder, makeRepository, temporaryFolder, trap, writeFiles } from '../../support/repository'
import { exclusions, inventoryOf, makeWorkspace, mirrorOf, unwrap } from '../../support/workspace'

/** Everything of a repository that can make git run a program, set to one that leaves a mark. */
function plantTraps(path: string) {
  const { program, marker } = trap(dirname(path))
  const set = (key: string, value: string) => git(path, 'config', key, value)
  const hooks = join(path, '.git', 'hooks')
  mkdirSync(hooks, { recursive: true })
  for (const hook of [
    'post-index-change',
    'fsmonitor-watchman',
    'post-checkout',
    'pre-commit',
    'reference-transaction',
  ]) {
    copyFileSync(program, join(hooks, hook))
    chmodSync(join(hooks, hook), 0o755)
  }
  set('core.hooksPath', hooks)
  set('core.fsmonitor', program)
  set('core.pager', program)
  set('core.editor', program)
  set('core.sshCommand', program)
  set('core.alternateRefsCommand', program)
  set('core.untrackedCache', 'true')
  set('diff.external', program)
  set('interactive.diffFilter', program)
  set('credential.helper', program)
  set('uploadpack.packObjectsHook', program)
  for (const name of ['clean', 'smudge', 'process']) set(`filter.trap.${name}`, program)
  set('filter.trap.required', 'true')
  set('diff.trap.textconv', program)
  set('diff.trap.command', program)
  for (const command of ['ls-files', 'rev-parse', 'symbolic-ref', 'config', 'status']) {
    set(`alias.${command}`, `!${program}`)
    set(`pager.${command}`, program)
  }
  set('remote.origin.url', `ext::${program}`)
  set('remote.origin.promisor', 'true')
  set('remote.origin.partialclonefilter', 'tree:0')
  set('protocol.allow', 'always')
  const included = join(dirname(path), 'included.config')
  writeFileSync(included, `[core]\n\tfsmonitor = ${program}\n\tworktree = /etc\n`)
  set('include.path', included)
  set(`includeIf.gitdir:${path}/.path`, included)
  writeFiles(path, {
    '.gitattributes': '* filter=trap diff=trap\n',
    '.gitconfig': `[core]\n\tfsmonitor = ${program}\n`,
    'edited.txt': 'edited since\n',
    'untracked.txt': 'untracked\n',
  })
  return { program, marker }
}

const files = { 'edited.txt': 'as committed\n', 'src/deep/code.ts': 'code\n', 'run.sh': '#!/bin/sh\n' }

describe('the user’s repository', () => {
  it('sees nothing run and nothing written, down to time stamps, by inspection, inventory, mirror and snapshots', async () => {
    const test = await makeWorkspace()
    const path = makeRepository(files)
    symlinkSync('src', join(path, 'link'))
    git(path, 'add', 'link')
    git(path, 'update-index', '--split-index')
    const { marker, program } = plantTraps(path)
    // The traps are live: git as a user calls it does run them.
    expect(() => git(path, 'diff')).toThrow()
    expect(existsSync(marker)).toBe(true)
    rmSync(marker)

    const before = hashFolder(path)
    const mirror = await mirrorOf(test, path)
    const snapshotter = test.workspace.createSnapshotter(mirror)
    writeFileSync(join(mirror.mirrorFolder, 'edited.txt'), 'edited by the agent\n')
    expect(unwrap(await snapshotter.snapshot()).changes).toHaveLength(1)
    await snapshotter.dispose()
    unwrap(await test.workspace.removeRunFolder('run-1'))
    expect(existsSync(marker), `${program} was run`).toBe(false)
    expect(hashFolder(path)).toBe(before)
  })

  it('is not fetched for when a sparse index names a tree that is missing', async () => {
    const { workspace } = await makeWorkspace()
    const path = makeRepository({ 'keep/a.txt': 'a', 'off/b.txt': 'b' })
    git(path, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'keep')
    const tree = git(path, 'rev-parse', 'HEAD:off').trim()
    const { marker } = plantTraps(path)
    rmSync(join(path, '.git', 'objects', tree.slice(0, 2), tree.slice(2)))
    const before = hashFolder(path)
    const { inventory } = await inventoryOf(workspace, path)
    expect(exclusions(inventory)).toEqual({ 'off/': 'sparse' })
    expect(existsSync(marker)).toBe(false)
    expect(hashFolder(path)).toBe(before)
  })

  it('can’t make us read or hang elsewhere by what its git folder holds', async () => {
    const { workspace } = await makeWorkspace()
    const path = makeRepository(files)
    rmSync(join(path, '.git', 'index'))
    execFileSync('mkfifo', [join(path, '.git', 'index')])
    expect((await inventoryOf(workspace, path)).inventory.files).toEqual([])
    rmSync(join(path, '.git', 'HEAD'))
    execFileSync('mkfifo', [join(path, '.git', 'HEAD')])
    expect((await workspace.inspectRepository(path)).ok).toBe(false)
  })

  it('leaves no scratch folder of ours behind', async () => {
    const { workspace, runsFolder } = await makeWorkspace()
    await inventoryOf(workspace, makeRepository(files))
    expect(readdirSync(runsFolder)).toEqual([])
  })
})

describe('without the consent to read (I1)', () => {
  it('no project file is opened by inspection and inventory, nor by anything they start', async () => {
    const { asOtherUser, mirror, snapshot } = await (
      await import('../../support/build-workers')
    ).buildWorkers()
    const path = makeRepository({ ...files, '.gitattributes': '* text=auto\n', '.env': 'SECRET=1\n' })
    symlinkSync('edited.txt', join(path, 'link'))
    git(path, 'add', 'link')
    writeFiles(path, { 'edited.txt': 'edited', 'untracked/file.txt': 'u' })
    const data = temporaryFolder()
    const log = join(data, 'trace')
    const args = [asOtherUser, data, String(mirror), String(snapshot), path]
    const run = (...more: string[]) =>
      execFileSync(
        'strace',
        ['-f', '-y', '-e', 'trace=openat,openat2,open,creat', '-o', log, process.execPath, ...args, ...more],
        { encoding: 'utf8' },
      )
    const opened = async () => {
      const { readFileSync } = await import('node:fs')
      const lines = readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes(`${path}/`) || line.includes(`"${path}"`))
      return lines.filter((line) => !line.includes(`${path}/.git/`) && !line.includes(`${path}/.git"`))
    }
    expect(JSON.parse(run()).inventory.value.files.map((file: { path: string }) => file.path)).toEqual([
      '.gitattributes',
      'edited.txt',
      'link',
      'run.sh',
      'src/deep/code.ts',
    ])
    expect(await opened()).toEqual([])
    // The trace would show it: a mirror does open them.
    expect(JSON.parse(run('run-1')).made.ok).toBe(true)
    expect((await opened()).length).toBeGreaterThan(3)
  })
})
