import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { listPacks, readContent, sha256 } from '../../../src/main/store/content'
import { encodeTree, type MirrorProgress, writeControlFile } from '../../../src/main/workspace'
import { git, makeRepository, temporaryFolder, writeFiles } from '../../support/repository'
import {
  codeOf,
  exclusions,
  inventoryOf,
  makeWorkspace,
  mirrorOf,
  type TestWorkspace,
  unwrap,
} from '../../support/workspace'

let test: TestWorkspace
beforeEach(async () => {
  test = await makeWorkspace()
})

const modeOf = (path: string): number => statSync(path).mode & 0o7777

describe('a mirror', () => {
  it('holds the working tree’s tracked files as they are, uncommitted edits included, byte for byte', async () => {
    const binary = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at & 255))
    const files = {
      'a b.txt': 'blank',
      'new\nline': 'newline',
      'ünï/cödé.txt': 'letters',
      'binary.bin': binary,
      'empty.txt': '',
      'large.bin': Buffer.alloc(9_000_000, 'large'),
      'run.sh': '#!/bin/sh\n',
      'edited.txt': 'before',
    }
    const path = makeRepository(files)
    chmodSync(join(path, 'run.sh'), 0o4755)
    symlinkSync('a b.txt', join(path, 'link'))
    git(path, 'add', 'link')
    writeFiles(path, { 'edited.txt': 'after', 'untracked.txt': 'u', '.env': 'S=1' })
    git(path, 'add', '-f', '.env')
    const mirror = await mirrorOf(test, path)
    const there = (name: string): string => join(mirror.mirrorFolder, name)

    for (const [name, content] of Object.entries({ ...files, 'edited.txt': 'after' }))
      expect(readFileSync(there(name)).equals(Buffer.from(content)), name).toBe(true)
    expect(readlinkSync(there('link'))).toBe('a b.txt')
    expect(existsSync(there('untracked.txt')) || existsSync(there('.env')) || existsSync(there('.git'))).toBe(
      false,
    )
    expect([modeOf(there('run.sh')), modeOf(there('a b.txt')), modeOf(there('ünï'))]).toEqual([
      0o700, 0o600, 0o700,
    ])
    expect(mirror.entries.find((entry) => entry.path === 'link')).toEqual({
      path: 'link',
      hash: sha256(Buffer.from('a b.txt')),
      mode: 'symlink',
      size: 7,
    })
    expect(mirror.entries.map((entry) => entry.path)).toEqual([...Object.keys(files), 'link'].toSorted())
    expect(mirror.inventory.files).toEqual(
      mirror.entries.map(({ path, size, mode }) => ({ path, size, mode })),
    )
    expect(mirror.bytes).toBe(mirror.entries.reduce((sum, entry) => sum + entry.size, 0))
  })

  it('lies in a private, marked folder beside a private control folder', async () => {
    const mirror = await mirrorOf(test, makeRepository({ 'a.txt': 'a' }), 'run-7')
    expect(readdirSync(mirror.runFolder).toSorted()).toEqual(['.glovebox-run', 'control', 'home', 'mirror'])
    for (const folder of [mirror.runFolder, mirror.mirrorFolder, mirror.controlFolder, test.packsFolder])
      expect(modeOf(folder)).toBe(0o700)
    expect(JSON.parse(readFileSync(join(mirror.runFolder, '.glovebox-run'), 'utf8'))).toMatchObject({
      application: 'glovebox',
      name: 'run-7',
    })
    const file = unwrap(await writeControlFile(mirror.controlFolder, 'schema.json', '{}'))
    expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['{}', 0o600])
    expect(codeOf(await writeControlFile(mirror.controlFolder, 'schema.json', 'again'))).toBe(
      'workspace.mirror_failed',
    )
    expect(codeOf(await writeControlFile(mirror.controlFolder, '../x', ''))).toBe('internal.bug')
    const { repository, inventory } = await inventoryOf(test.workspace, makeRepository({ 'a.txt': 'a' }))
    const again = await test.workspace.createMirror({
      repository,
      inventory,
      runId: 'run-7',
      known: new Set(),
    })
    expect(codeOf(again)).toBe('workspace.mirror_failed')
  })

  it('packs each content once, nothing that the store has, and it outlives the repository’s history', async () => {
    const path = makeRepository({ 'a.txt': 'same', 'b/c.txt': 'same', 'd.txt': 'other', 'e.txt': '' })
    const first = await mirrorOf(test, path, 'run-1')
    expect(first.content.map((entry) => entry.hash).toSorted()).toEqual(
      ['same', 'other', ''].map((text) => sha256(Buffer.from(text))).toSorted(),
    )
    writeFiles(path, { 'd.txt': 'changed' })
    const second = await mirrorOf(test, path, 'run-2', new Set(first.entries.map((entry) => entry.hash)))
    expect(second.content.map((entry) => entry.hash)).toEqual([sha256(Buffer.from('changed'))])

    git(path, 'checkout', '-q', '--orphan', 'fresh')
    git(path, 'commit', '-q', '-am', 'rewritten')
    git(path, 'branch', '-q', '-D', 'main')
    git(path, 'reflog', 'expire', '--expire=now', '--all')
    git(path, 'gc', '-q', '--prune=now')
    for (const { hash } of [...first.entries, ...second.entries]) {
      const content = unwrap(await readContent(test.packsFolder, test.entryOf(hash)!))
      expect(sha256(content)).toBe(hash)
    }
  })

  it('can be asked which content a stored tree has', async () => {
    const mirror = await mirrorOf(test, makeRepository({ 'a.txt': 'a' }))
    const { writeContent } = await import('../../../src/main/store/content')
    const [entry] = unwrap(writeContent(test.packsFolder, [encodeTree(mirror.entries)]))
    test.register([entry!])
    expect([...(await test.workspace.contentOfTree(entry!.hash))]).toEqual([sha256(Buffer.from('a'))])
    expect(await test.workspace.contentOfTree('0'.repeat(64))).toEqual(new Set())
  })

  it('follows nothing that changed its nature after the inventory was taken', async () => {
    const names = ['swapped/data.txt', 'to-link', 'to-pipe', 'gone', 'grown', 'stays']
    const path = makeRepository(Object.fromEntries(names.map((name) => [name, 'ours'])))
    symlinkSync('stays', join(path, 'link'))
    git(path, 'add', 'link')
    const outside = temporaryFolder()
    writeFiles(outside, { 'data.txt': 'SECRET' })
    const small = await makeWorkspace({ maxFileBytes: 1000 })
    const { repository, inventory } = await inventoryOf(small.workspace, path)
    expect(inventory.files).toHaveLength(7)

    renameSync(join(path, 'swapped'), join(outside, 'before'))
    symlinkSync(outside, join(path, 'swapped'))
    for (const name of ['to-link', 'to-pipe', 'gone', 'link']) rmSync(join(path, name))
    symlinkSync(join(outside, 'data.txt'), join(path, 'to-link'))
    symlinkSync('../../etc/passwd', join(path, 'link'))
    execFileSync('mkfifo', [join(path, 'to-pipe')])
    writeFileSync(join(path, 'grown'), 'x'.repeat(1001))

    const mirror = unwrap(
      await small.workspace.createMirror({ repository, inventory, runId: 'run-1', known: new Set() }),
    )
    expect(mirror.entries.map((entry) => entry.path)).toEqual(['stays'])
    expect(exclusions(mirror.inventory)).toEqual({
      'swapped/data.txt': 'behind_symlink',
      'to-link': 'not_a_file',
      'to-pipe': 'not_a_file',
      gone: 'missing',
      grown: 'too_large',
      link: 'symlink_outside',
    })
    expect(spawnSync('grep', ['-r', 'SECRET', small.folder]).status).toBe(1)
  })

  it('names files that are pointers of Git LFS', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`
    const mirror = await mirrorOf(test, makeRepository({ 'model.bin': pointer, 'a.txt': 'a' }))
    expect(mirror.notes).toEqual([{ path: 'model.bin', note: 'lfs_pointer' }])
    expect(mirror.entries).toHaveLength(2)
  })

  it('tells how far it is, whole at the end', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 700 }, (_, at) => [`d${at % 7}/f${at}`, `content ${at}`]),
    )
    const { repository, inventory } = await inventoryOf(test.workspace, makeRepository(files))
    const told: MirrorProgress[] = []
    unwrap(
      await test.workspace.createMirror({
        repository,
        inventory,
        runId: 'run-1',
        known: new Set(),
        onProgress: (progress) => told.push(progress),
      }),
    )
    expect(told.at(-1)).toEqual({ files: 700, totalFiles: 700, bytes: inventory.bytes })
    for (const [at, progress] of told.entries())
      expect(progress.files).toBeGreaterThanOrEqual(told[at - 1]?.files ?? 0)
  })

  it('stops when cancelled and leaves no pack', async () => {
    const files = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`f${at}`, `content ${at}`]))
    const { repository, inventory } = await inventoryOf(test.workspace, makeRepository(files))
    const request = { repository, inventory, known: new Set<string>() }
    const before = await test.workspace.createMirror({
      ...request,
      runId: 'run-1',
      signal: AbortSignal.abort(),
    })
    expect(before.ok ? null : before.error.details).toEqual({ cancelled: true })
    const controller = new AbortController()
    const during = test.workspace.createMirror({ ...request, runId: 'run-2', signal: controller.signal })
    await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort()
    const result = await during
    expect(result.ok ? null : result.error.details).toEqual({ cancelled: true })
    expect(await listPacks(test.packsFolder)).toEqual([])
  })

  it('is refused inside the repository it is a copy of', async () => {
    const { workspace, folder } = test
    mkdirSync(join(folder, 'project'))
    const path = makeRepository({ 'a.txt': 'a' }, folder)
    const { repository, inventory } = await inventoryOf(workspace, path)
    const made = await workspace.createMirror({ repository, inventory, runId: 'run-1', known: new Set() })
    expect(made.ok ? null : made.error.message).toContain('inside this repository')
  })

  it('says so when the disk is full, and packs nothing', async () => {
    const disk = join(temporaryFolder(), 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk])
    try {
      const full = await makeWorkspace({ folder: disk })
      const { repository, inventory } = await inventoryOf(
        full.workspace,
        makeRepository({ 'a.bin': Buffer.alloc(400_000, 'a') }),
      )
      const made = await full.workspace.createMirror({
        repository,
        inventory,
        runId: 'run-1',
        known: new Set(),
      })
      expect(made.ok ? null : made.error).toMatchObject({
        code: 'workspace.mirror_failed',
        details: { code: 'ENOSPC' },
      })
      expect(made.ok ? '' : made.error.message).toContain('disk is full')
      expect(await listPacks(full.packsFolder)).toEqual([])
      expect((await full.workspace.removeRunFolder('run-1')).ok).toBe(true)
      expect(lstatSync(full.runsFolder).isDirectory()).toBe(true)
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })
})
