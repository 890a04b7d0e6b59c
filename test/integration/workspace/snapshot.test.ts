import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readContent, sha256 } from '../../../src/main/store/content'
import { applyChanges, type Mirror, type SnapshotLimits, type Snapshotter } from '../../../src/main/workspace'
import type { FileChange, FileState } from '../../../src/shared'
import {
  type Files,
  git,
  makeDeepTree,
  makeRepository,
  temporaryFolder,
  writeFiles,
} from '../../support/repository'
import { codeOf, makeWorkspace, mirrorOf, type TestWorkspace, unwrap } from '../../support/workspace'

let test: TestWorkspace
let mirror: Mirror
let snapshotter: Snapshotter
const at = (path: string): string => join(mirror.mirrorFolder, path)

async function begin(
  files: Files,
  options: { maxFileBytes?: number; limits?: SnapshotLimits } = {},
): Promise<void> {
  const { limits, ...rest } = options
  test = await makeWorkspace(rest)
  mirror = await mirrorOf(test, makeRepository(files))
  snapshotter = test.workspace.createSnapshotter(mirror, limits)
}

beforeEach(() => begin({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'src/c.ts': 'c\n', 'run.sh': 'x' }))
afterEach(() => snapshotter.dispose())

async function snapshot() {
  const taken = unwrap(await snapshotter.snapshot())
  test.register(taken.content)
  return taken
}

const state = (text: string, mode: FileState['mode'] = 'file'): FileState => ({
  hash: sha256(Buffer.from(text)),
  mode,
  size: Buffer.byteLength(text),
})
const brief = (changes: readonly FileChange[]) =>
  changes.map(({ change, path, oldPath }) =>
    oldPath === null ? `${change} ${path}` : `${change} ${oldPath} > ${path}`,
  )

describe('a snapshot', () => {
  it('finds nothing when nothing changed, and nothing twice', async () => {
    expect(await snapshot()).toEqual({
      changes: [],
      content: [],
      skipped: [],
      left: { files: 0, bytes: 0 },
      entries: mirror.entries,
    })
    writeFileSync(at('a.txt'), 'changed\n')
    expect(brief((await snapshot()).changes)).toEqual(['modified a.txt'])
    expect((await snapshot()).changes).toEqual([])
  })

  it('tells what was created, modified and deleted, with lines and content', async () => {
    writeFiles(mirror.mirrorFolder, { 'a.txt': 'a\nmore\n', 'new/ünï\n.txt': 'n\n' })
    unlinkSync(at('b.txt'))
    const { changes, entries } = await snapshot()
    expect(changes).toEqual([
      {
        change: 'modified',
        path: 'a.txt',
        oldPath: null,
        before: state('a\n'),
        after: state('a\nmore\n'),
        additions: 1,
        deletions: 0,
        binary: false,
      },
      {
        change: 'deleted',
        path: 'b.txt',
        oldPath: null,
        before: state('b\n'),
        after: null,
        additions: 0,
        deletions: 1,
        binary: false,
      },
      {
        change: 'created',
        path: 'new/ünï\n.txt',
        oldPath: null,
        before: null,
        after: state('n\n'),
        additions: 1,
        deletions: 0,
        binary: false,
      },
    ])
    expect(entries).toEqual(applyChanges(mirror.entries, changes))
    expect(
      unwrap(await readContent(test.packsFolder, test.entryOf(state('a\nmore\n').hash)!)).toString(),
    ).toBe('a\nmore\n')
  })

  it('sees a change of the same size, in the same tick, with the time set back, right after the mirror was made', async () => {
    for (let round = 0; round < 20; round += 1) {
      writeFileSync(at('a.txt'), `${round % 10}\n`)
      utimesSync(at('a.txt'), 1000, 1000)
      expect(brief((await snapshot()).changes)).toEqual(['modified a.txt'])
    }
  })

  it('sees what is written through a mapping after the file was read, which changes no time', async () => {
    const write =
      'import mmap, sys\nwith open("a.txt", "r+b") as file:\n    seen = mmap.mmap(file.fileno(), 0)\n    for text in sys.stdin:\n        seen[0:1] = text[0].encode()\n        print(text, flush=True)\n'
    const program = spawn('python3', ['-c', write], { cwd: mirror.mirrorFolder })
    const put = async (letter: string): Promise<void> => {
      program.stdin.write(`${letter}\n`)
      await once(program.stdout, 'data')
    }
    try {
      await put('x')
      const first = statSync(at('a.txt')).ctimeMs
      await delay(200)
      expect((await snapshot()).changes).toMatchObject([{ path: 'a.txt', after: state('x\n') }])
      await put('y')
      // Else the file would have been seen by its time alone.
      expect(statSync(at('a.txt')).ctimeMs).toBe(first)
      expect((await snapshot()).changes).toMatchObject([{ path: 'a.txt', after: state('y\n') }])
    } finally {
      program.kill()
    }
  })

  it('does not take a touched file for a changed one', async () => {
    utimesSync(at('a.txt'), 1000, 1000)
    rmSync(at('b.txt'))
    writeFileSync(at('b.txt'), 'b\n')
    expect((await snapshot()).changes).toEqual([])
  })

  it('knows a mode from content, and strips every other bit', async () => {
    chmodSync(at('run.sh'), 0o6755)
    chmodSync(at('a.txt'), 0o1644)
    const { changes } = await snapshot()
    expect(changes).toEqual([
      {
        change: 'modified',
        path: 'run.sh',
        oldPath: null,
        before: state('x'),
        after: state('x', 'executable'),
        additions: 0,
        deletions: 0,
        binary: false,
      },
    ])
  })

  it('pairs renames, and a swap of two files is two changes', async () => {
    const body = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join('')
    await snapshotter.dispose()
    await begin({ 'exact.ts': body, 'similar.ts': `${body}tail\n`, 'p.txt': 'one\n', 'q.txt': 'two\n' })
    renameSync(at('exact.ts'), at('moved.ts'))
    unlinkSync(at('similar.ts'))
    writeFiles(mirror.mirrorFolder, { 'lib/similar.ts': `head\n${body}`, 'p.txt': 'two\n', 'q.txt': 'one\n' })
    const { changes, entries } = await snapshot()
    expect(brief(changes)).toEqual([
      'renamed similar.ts > lib/similar.ts',
      'renamed exact.ts > moved.ts',
      'modified p.txt',
      'modified q.txt',
    ])
    expect(changes[0]).toMatchObject({ additions: 1, deletions: 1 })
    expect(entries).toEqual(applyChanges(mirror.entries, changes))
  })

  it('takes a file that became a folder, and a folder that became a file', async () => {
    unlinkSync(at('a.txt'))
    writeFiles(mirror.mirrorFolder, { 'a.txt/inside': 'i\n' })
    rmSync(at('src'), { recursive: true })
    writeFileSync(at('src'), 'flat\n')
    expect(brief((await snapshot()).changes)).toEqual([
      'deleted a.txt',
      'created a.txt/inside',
      'created src',
      'deleted src/c.ts',
    ])
  })

  it('calls binary and too long files by what they are', async () => {
    writeFiles(mirror.mirrorFolder, { 'a.txt': 'a\0b', 'long.txt': 'x\n'.repeat(600_000) })
    const { changes } = await snapshot()
    expect(changes.map(({ additions, deletions, binary }) => [additions, deletions, binary])).toEqual([
      [null, null, true],
      [null, null, false],
    ])
  })

  it('sums up what a run has left, whatever it did in between', async () => {
    writeFiles(mirror.mirrorFolder, { 'temporary.txt': 't\n', 'a.txt': 'first\n' })
    await snapshot()
    rmSync(at('temporary.txt'))
    writeFiles(mirror.mirrorFolder, { 'a.txt': 'a\n' })
    renameSync(at('b.txt'), at('z.txt'))
    await snapshot()
    expect(brief(unwrap(await snapshotter.changeSet()))).toEqual(['renamed b.txt > z.txt'])
  })

  it('packs content once for a whole run', async () => {
    writeFiles(mirror.mirrorFolder, { 'new.txt': 'same\n', 'twin.txt': 'same\n', 'copy.txt': 'a\n' })
    expect((await snapshot()).content.map((entry) => entry.hash)).toEqual([state('same\n').hash])
    writeFiles(mirror.mirrorFolder, { 'third.txt': 'same\n' })
    expect((await snapshot()).content).toEqual([])
  })

  it('stops at its limits, says what is left, and takes that up the next time', async () => {
    await snapshotter.dispose()
    await begin({ 'a.txt': 'a' }, { limits: { changedFiles: 3, changedBytes: 1000 } })
    writeFiles(
      mirror.mirrorFolder,
      Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`n${n}`, `content ${n}`])),
    )
    const first = await snapshot()
    expect([first.changes.length, first.left]).toEqual([4, { files: 6, bytes: 54 }])
    const second = await snapshot()
    expect([second.changes.length, second.left.files]).toEqual([4, 2])
    expect((await snapshot()).changes).toHaveLength(2)
    writeFiles(mirror.mirrorFolder, { big1: 'x'.repeat(900), big2: 'y'.repeat(900), big3: 'z'.repeat(900) })
    expect(brief((await snapshot()).changes)).toEqual(['created big1', 'created big2'])
  })
})

describe('in a hostile mirror, a snapshot', () => {
  it('records a link as its text and never reads through it (E36)', async () => {
    const outside = temporaryFolder()
    writeFiles(outside, { 'key.txt': 'SECRET', 'folder/f.txt': 'SECRET' })
    symlinkSync(join(outside, 'key.txt'), at('to-file'))
    symlinkSync(outside, at('to-folder'))
    unlinkSync(at('a.txt'))
    symlinkSync('/etc/passwd', at('a.txt'))
    rmSync(at('src'), { recursive: true })
    symlinkSync(join(outside, 'folder'), at('src'))
    const { changes, content } = await snapshot()
    expect(brief(changes)).toEqual([
      'modified a.txt',
      'created src',
      'deleted src/c.ts',
      'created to-file',
      'created to-folder',
    ])
    expect(changes[0]?.after).toEqual(state('/etc/passwd', 'symlink'))
    for (const entry of content)
      expect(unwrap(await readContent(test.packsFolder, entry)).toString()).not.toContain('SECRET')
  })

  it('passes over pipes, sockets and devices, and names them (E38)', async () => {
    unlinkSync(at('a.txt'))
    execFileSync('mkfifo', [at('a.txt')])
    execFileSync('mknod', [at('device'), 'c', '1', '5'])
    const server = createServer().listen(at('socket'))
    const { changes, skipped } = await snapshot()
    server.close()
    expect(brief(changes)).toEqual(['deleted a.txt'])
    expect(skipped.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'a.txt', reason: 'a named pipe' },
      { path: 'device', reason: 'a device' },
      { path: 'socket', reason: 'a socket' },
    ])
  })

  it('reads no file beyond the limit, however little of it is on the disk (E38)', async () => {
    await snapshotter.dispose()
    await begin({ 'a.txt': 'a\n' }, { maxFileBytes: 1000 })
    truncateSync(at('a.txt'), 50 * 1024 ** 3)
    const { changes, skipped } = await snapshot()
    expect(changes).toEqual([])
    expect(skipped).toEqual([
      { path: 'a.txt', reason: `a file of ${50 * 1024 ** 3} bytes, too large to be recorded` },
    ])
    truncateSync(at('a.txt'), 3)
    expect(brief((await snapshot()).changes)).toEqual(['modified a.txt'])
  })

  it('ends in loops of links and in trees that go on for ever (E39)', async () => {
    symlinkSync('.', at('loop'))
    symlinkSync(at('.'), at('src/up'))
    const deep = 'd/'.repeat(3000)
    makeDeepTree(mirror.mirrorFolder, 3000)
    const { changes, skipped } = await snapshot()
    expect(changes.filter((change) => !change.path.endsWith('d/f')).map((change) => change.path)).toEqual([
      'loop',
      'src/up',
    ])
    expect(changes).toHaveLength(2 + 256)
    expect(skipped).toEqual([{ path: deep.slice(0, 2 * 257 - 1), reason: 'a folder nested too deep' }])
    unwrap(await test.workspace.removeRunFolder('run-1'))
  })

  it('lists odd names, and skips those that are no text (E40)', async () => {
    const names = ['-rf', 'new\nline', '\u202egnp.exe', 'x'.repeat(255), '.. ', '...']
    for (const name of names) writeFileSync(at(name), name)
    writeFileSync(Buffer.concat([Buffer.from(at('bad-')), Buffer.from([0xff])]), 'x')
    mkdirSync(Buffer.concat([Buffer.from(at('dir-')), Buffer.from([0xfe])]))
    const { changes, skipped } = await snapshot()
    expect(changes.map((change) => change.path)).toEqual(names.toSorted())
    expect(skipped.map((each) => each.path).toSorted()).toEqual(['bad-\\xFF', 'dir-\\xFE'])
  })

  it('leaves git data of nested repositories alone, and runs nothing of it (E41)', async () => {
    makeRepository({ 'in.txt': 'in' }, at('nested'))
    writeFiles(mirror.mirrorFolder, { 'sub/.git': 'gitdir: /etc\n', '.GIT/config': '[core]\n' })
    const { changes, skipped } = await snapshot()
    expect(brief(changes)).toEqual(['created nested/in.txt'])
    expect(skipped.map((each) => each.path).toSorted()).toEqual(['.GIT', 'nested/.git', 'sub/.git'])
  })

  it('takes a hard link for the file it is', async () => {
    linkSync(at('a.txt'), at('twin.txt'))
    appendFileSync(at('twin.txt'), 'more\n')
    expect(brief((await snapshot()).changes)).toEqual(['modified a.txt', 'created twin.txt'])
  })

  it('fails with a sentence when its mirror is gone, and is not stuck', async () => {
    rmSync(test.packsFolder, { recursive: true })
    writeFileSync(test.packsFolder, 'in the way')
    writeFileSync(at('a.txt'), 'needs a pack')
    const failed = await snapshotter.snapshot()
    expect(codeOf(failed)).toBe('workspace.snapshot_failed')
    expect(codeOf(await snapshotter.snapshot())).not.toBe('internal.bug')
    rmSync(test.packsFolder)
  })
})

it('matches what git makes of the same changes', async () => {
  const path = makeRepository({
    'keep.txt': 'k\n'.repeat(20),
    'edit.txt': 'one\ntwo\nthree\n',
    'move.txt': 'm\n'.repeat(20),
    'gone.txt': 'g\n',
  })
  await snapshotter.dispose()
  mirror = await mirrorOf(test, path, 'run-2')
  snapshotter = test.workspace.createSnapshotter(mirror)
  for (const top of [path, mirror.mirrorFolder]) {
    writeFiles(top, { 'edit.txt': 'one\n2\nthree\nfour\n', 'new.txt': 'n\n' })
    renameSync(join(top, 'move.txt'), join(top, 'moved.txt'))
    unlinkSync(join(top, 'gone.txt'))
  }
  git(path, 'add', '-A')
  const theirs = git(path, 'diff', '--cached', '-M', '--numstat', '--no-renames').trim().split('\n')
  const { changes, entries } = await snapshot()
  expect(brief(changes)).toEqual([
    'modified edit.txt',
    'deleted gone.txt',
    'renamed move.txt > moved.txt',
    'created new.txt',
  ])
  expect(theirs).toContain(`${changes[0]?.additions}\t${changes[0]?.deletions}\tedit.txt`)
  expect(entries.map((entry) => entry.path)).toEqual(git(path, 'ls-files').trim().split('\n'))
  for (const entry of entries) expect(sha256(readFileSync(join(path, entry.path)))).toBe(entry.hash)
})
