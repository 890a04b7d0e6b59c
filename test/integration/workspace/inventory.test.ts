import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Workspace } from '../../../src/main/workspace'
import { defaultLimits, type Inventory } from '../../../src/shared'
import { git, makeRepository, writeFiles } from '../../support/repository'
import { exclusions, inventoryOf, makeWorkspace, unwrap } from '../../support/workspace'

let workspace: Workspace
beforeAll(async () => {
  workspace = (await makeWorkspace({ maxFileBytes: 1000 })).workspace
})

async function take(path: string): Promise<Inventory> {
  return (await inventoryOf(workspace, path)).inventory
}

const paths = (inventory: Inventory) => inventory.files.map((file) => file.path)

describe('an inventory', () => {
  it('lists tracked files as they are in the working tree, in order, and never an untracked one', async () => {
    const path = makeRepository({ 'b.txt': 'bb', 'a/z.txt': 'z', 'a.txt': 'a' })
    writeFiles(path, { 'untracked.txt': 'u', 'a.txt': 'edited', 'staged.txt': 's', '.gitignore': 'x' })
    git(path, 'add', 'staged.txt')
    const inventory = await take(path)
    expect(inventory).toEqual({
      files: [
        { path: 'a.txt', size: 6, mode: 'file' },
        { path: 'a/z.txt', size: 1, mode: 'file' },
        { path: 'b.txt', size: 2, mode: 'file' },
        { path: 'staged.txt', size: 1, mode: 'file' },
      ],
      excluded: [],
      bytes: 10,
    })
    expect(await take(path)).toEqual(inventory)
  })

  it('knows names with blanks, newlines, tabs, quotes and any letters', async () => {
    const names = [
      'a b',
      'new\nline',
      'tab\there',
      '"quoted"',
      '-rf',
      'ünï/cödé',
      '日本.txt',
      '\u202egnp.exe',
      'back\\slash',
    ]
    const path = makeRepository(Object.fromEntries(names.map((name) => [name, 'x'])))
    expect(paths(await take(path))).toEqual(names.toSorted())
  })

  it('takes the executable bit from the working tree, or from the index where git does', async () => {
    const path = makeRepository({ 'plain.sh': 'x', 'run.sh': 'x' })
    chmodSync(join(path, 'run.sh'), 0o755)
    const modes = async () => (await take(path)).files.map((file) => file.mode)
    expect(await modes()).toEqual(['file', 'executable'])
    git(path, 'config', 'core.fileMode', 'false')
    expect(await modes()).toEqual(['file', 'file'])
    git(path, 'update-index', '--chmod=+x', 'plain.sh')
    expect(await modes()).toEqual(['executable', 'file'])
  })

  it.each([
    ['version 2', ['update-index', '--index-version', '2']],
    ['version 4', ['update-index', '--index-version', '4']],
    ['split', ['update-index', '--split-index']],
  ])('reads an index that is %s', async (_, args) => {
    const path = makeRepository({ 'a/b/c.txt': 'c', 'a/b/d.txt': 'd', 'e.txt': 'e' })
    git(path, ...args)
    writeFiles(path, { 'f.txt': 'f' })
    git(path, 'add', 'f.txt')
    expect(paths(await take(path))).toEqual(['a/b/c.txt', 'a/b/d.txt', 'e.txt', 'f.txt'])
  })

  it('is empty when there is no index', async () => {
    const path = makeRepository({ 'a.txt': 'a' })
    rmSync(join(path, '.git', 'index'))
    expect(await take(path)).toEqual({ files: [], excluded: [], bytes: 0 })
  })

  it('keeps to the limits in order of paths, letting smaller files in that still fit', async () => {
    const path = makeRepository({ a: 'x'.repeat(40), b: 'x'.repeat(70), c: 'x'.repeat(60), d: 'x' })
    const repository = unwrap(await workspace.inspectRepository(path))
    const with_ = async (limits: { mirroredFiles: number; mirroredBytes: number }) =>
      unwrap(await workspace.takeInventory(repository, { ...defaultLimits, ...limits }))
    const byBytes = await with_({ mirroredFiles: 10, mirroredBytes: 100 })
    expect([paths(byBytes), exclusions(byBytes), byBytes.bytes]).toEqual([
      ['a', 'c'],
      { b: 'limit', d: 'limit' },
      100,
    ])
    const byFiles = await with_({ mirroredFiles: 2, mirroredBytes: 1e6 })
    expect([paths(byFiles), exclusions(byFiles)]).toEqual([['a', 'b'], { c: 'limit', d: 'limit' }])
  })
})

describe('what an inventory leaves out', () => {
  it('secrets, with their size unasked', async () => {
    const path = makeRepository({ '.env': 'S=1', '.env.example': 'S=', 'certs/a.pem': 'k', 'a.txt': 'a' })
    const inventory = await take(path)
    expect(paths(inventory)).toEqual(['.env.example', 'a.txt'])
    expect(inventory.excluded).toEqual([
      { path: '.env', reason: 'secret', size: null },
      { path: 'certs/a.pem', reason: 'secret', size: null },
    ])
  })

  it('links that leave the repository by any way, and links to what is left out', async () => {
    const path = makeRepository({ 'in.txt': 'i', 'dir/file.txt': 'f', '.env': 'S', 'dir/.env': 'S' })
    const links: Record<string, string> = {
      'ok-file': 'in.txt',
      'ok-folder': 'dir',
      'ok-through': 'ok-folder/file.txt',
      'dir/ok-up': '../in.txt',
      'ok-dangling': 'not/there',
      'ok-loop': 'ok-loop-2',
      'ok-loop-2': 'ok-loop',
      'bad-absolute': '/etc/passwd',
      'bad-inside-absolute': join(path, 'in.txt'),
      'bad-up': '../x',
      'bad-up-and-back': '../project/in.txt',
      'bad-through': 'ok-folder/../../x',
      'bad-git': '.git/config',
      'bad-chain': 'bad-up',
      'dir/bad-deep': '../../x',
      'to-secret': '.env',
      'to-link-to-secret': 'to-secret',
      'to-secret-through-folder': 'ok-folder/.env',
    }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(path, name))
    git(path, 'add', '-A')
    const inventory = await take(path)
    const kept = inventory.files.filter((file) => file.mode === 'symlink').map((file) => file.path)
    expect(kept).toEqual(
      Object.keys(links)
        .filter((name) => name.includes('ok-'))
        .toSorted(),
    )
    expect(exclusions(inventory)).toEqual({
      '.env': 'secret',
      'dir/.env': 'secret',
      ...Object.fromEntries(
        Object.keys(links)
          .filter((name) => name.includes('bad-'))
          .map((name) => [name, 'symlink_outside']),
      ),
      'to-secret': 'symlink_target_excluded',
      'to-link-to-secret': 'symlink_target_excluded',
      'to-secret-through-folder': 'symlink_target_excluded',
    })
  })

  it('files that became links, folders, pipes, sockets or devices, or are missing', async () => {
    const names = ['gone', 'link-in', 'link-out', 'folder', 'pipe', 'socket', 'device', 'stays']
    const path = makeRepository(Object.fromEntries(names.map((name) => [name, 'x'])))
    for (const name of names.slice(0, -1)) rmSync(join(path, name))
    symlinkSync('stays', join(path, 'link-in'))
    symlinkSync('/etc/passwd', join(path, 'link-out'))
    mkdirSync(join(path, 'folder'))
    execFileSync('mkfifo', [join(path, 'pipe')])
    execFileSync('mknod', [join(path, 'device'), 'c', '1', '3'])
    const server = createServer().listen(join(path, 'socket'))
    const inventory = await take(path)
    server.close()
    expect(paths(inventory)).toEqual(['stays'])
    expect(exclusions(inventory)).toEqual({
      gone: 'missing',
      'link-in': 'not_a_file',
      'link-out': 'symlink_outside',
      folder: 'not_a_file',
      pipe: 'not_a_file',
      socket: 'not_a_file',
      device: 'not_a_file',
    })
  })

  it('whatever lies behind a folder that became a link, a file or nothing', async () => {
    const path = makeRepository({ 'a/b/c.txt': 'c', 'd/e.txt': 'e', 'f/g.txt': 'g', 'keep.txt': 'k' })
    renameSync(join(path, 'a'), join(path, 'moved'))
    symlinkSync('moved', join(path, 'a'))
    rmSync(join(path, 'd'), { recursive: true })
    writeFileSync(join(path, 'd'), 'a file now')
    rmSync(join(path, 'f'), { recursive: true })
    const inventory = await take(path)
    expect(exclusions(inventory)).toEqual({
      'a/b/c.txt': 'behind_symlink',
      'd/e.txt': 'missing',
      'f/g.txt': 'missing',
    })
    expect(paths(inventory)).toEqual(['keep.txt'])
  })

  it('files too large, by their size and not by what is on the disk', async () => {
    const path = makeRepository({ fits: 'x'.repeat(1000), large: 'x'.repeat(1001), sparse: 'x' })
    truncateSync(join(path, 'sparse'), 50 * 1024 ** 3)
    const inventory = await take(path)
    expect(inventory.excluded).toEqual([
      { path: 'large', reason: 'too_large', size: 1001 },
      { path: 'sparse', reason: 'too_large', size: 50 * 1024 ** 3 },
    ])
  })

  it('names that are not UTF-8, shown with their bytes', async () => {
    const path = makeRepository({ 'a.txt': 'a' })
    writeFileSync(Buffer.concat([Buffer.from(`${path}/bad-`), Buffer.from([0xff]), Buffer.from('-é')]), 'x')
    git(path, 'add', '-A')
    expect(exclusions(await take(path))).toEqual({ 'bad-\\xFF-é': 'undecodable_path' })
  })

  it('unsafe names that only a hostile index can hold', async () => {
    const path = makeRepository({ 'a.txt': 'a' })
    const blob = git(path, 'rev-parse', 'HEAD:a.txt').trim()
    // git refuses such names, so they are written over harmless ones of the same length and order.
    const names = {
      '.hit/config': '.git/config',
      'etcx/xx/x': 'etcx/../x',
      'git~2/x': 'git~1/x',
      'sub/.hit': 'sub/.GIT',
    }
    const lines = Object.keys(names).map((name) => `100644 ${blob} 0\t${name}\n`)
    execFileSync('git', ['update-index', '--index-info'], { cwd: path, input: lines.join('') })
    patchIndex(path, names)
    const inventory = await take(path)
    expect(exclusions(inventory)).toEqual(
      Object.fromEntries(Object.values(names).map((name) => [name, 'unsafe_path'])),
    )
    expect(paths(inventory)).toEqual(['a.txt'])
  })

  it('what the index says is no ordinary file: conflicts, names without content, submodules, sparse', async () => {
    const path = makeRepository({ 'both.txt': '1', 'keep/a.txt': 'a', 'off/b.txt': 'b', 'off/c.txt': 'c' })
    git(path, 'checkout', '-q', '-b', 'side')
    writeFiles(path, { 'both.txt': '2' })
    git(path, 'commit', '-q', '-am', 'side')
    git(path, 'checkout', '-q', 'main')
    writeFiles(path, { 'both.txt': '3' })
    git(path, 'commit', '-q', '-am', 'main')
    expect(() => git(path, 'merge', '-q', 'side')).toThrow()
    writeFiles(path, { 'promised.txt': 'p', 'empty.txt': '' })
    git(path, 'add', '-N', 'promised.txt')
    git(path, 'add', 'empty.txt')
    const commit = git(path, 'rev-parse', 'HEAD').trim()
    git(path, 'update-index', '--add', '--cacheinfo', `160000,${commit},module`)
    git(path, 'update-index', '--skip-worktree', 'off/b.txt', 'off/c.txt')
    rmSync(join(path, 'off', 'b.txt'))
    const inventory = await take(path)
    expect(exclusions(inventory)).toEqual({
      'both.txt': 'conflict',
      'promised.txt': 'intent_to_add',
      module: 'submodule',
      'off/b.txt': 'sparse',
    })
    expect(paths(inventory)).toEqual(['empty.txt', 'keep/a.txt', 'off/c.txt'])
  })

  it('the folders of a sparse index, each as a whole', async () => {
    const path = makeRepository({
      'keep/a.txt': 'a',
      'off/b.txt': 'b',
      'off/deep/c.txt': 'c',
      'top.txt': 't',
    })
    git(path, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'keep')
    expect(git(path, 'ls-files', '--sparse')).toContain('off/\n')
    const inventory = await take(path)
    expect(exclusions(inventory)).toEqual({ 'off/': 'sparse' })
    expect(paths(inventory)).toEqual(['keep/a.txt', 'top.txt'])
  })
})

/** Overwrites names in `.git/index` by others of the same length. */
function patchIndex(path: string, names: Readonly<Record<string, string>>): void {
  const file = join(path, '.git', 'index')
  const bytes = readFileSync(file)
  for (const [from, to] of Object.entries(names)) bytes.write(to, bytes.indexOf(from))
  writeFileSync(file, bytes)
}
