import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFolderOpener } from '../../../../src/main/workspace/files/folder-opener'
import { openInside } from '../../../../src/main/workspace/files/open-inside'
import { readExpected } from '../../../../src/main/workspace/files/read-expected'
import { temporaryFolder, writeFiles } from '../../../support/repository'

let root: string
beforeEach(() => {
  root = join(temporaryFolder(), 'root')
  mkdirSync(root)
  writeFiles(root, { 'top.txt': 'top', 'a/b/file.txt': 'file', 'a/other.txt': 'other' })
})

const openers = {
  'one by one': () => ({ open: (path: string) => openInside(root, path), close: () => undefined }),
  'by folder': () => createFolderOpener(root),
}

describe.each(Object.entries(openers))('opening files %s', (_, make) => {
  const reasonOf = (path: string): string => {
    const opener = make()
    const opened = opener.open(path)
    opener.close()
    if (opened.type === 'refused') return opened.reason
    closeSync(opened.file)
    return 'opened'
  }

  it('opens what lies inside without a link', () => {
    expect(['top.txt', 'a/b/file.txt', 'a/other.txt'].map(reasonOf)).toEqual(['opened', 'opened', 'opened'])
  })

  it('refuses links at the end and anywhere on the way, and what is missing', () => {
    symlinkSync('top.txt', join(root, 'link'))
    renameSync(join(root, 'a', 'b'), join(root, 'moved'))
    symlinkSync('../moved', join(root, 'a', 'b'))
    expect(['link', 'a/b/file.txt', 'none', 'a/none/x', 'top.txt/x', 'moved/file.txt'].map(reasonOf)).toEqual(
      ['not_a_file', 'behind_symlink', 'missing', 'missing', 'missing', 'opened'],
    )
  })
})

it('stays in the folder that was held when it is swapped for a link in the middle', () => {
  const outside = temporaryFolder()
  writeFiles(outside, { 'other.txt': 'SECRET', 'more.txt': 'SECRET' })
  writeFiles(root, { 'a/more.txt': 'ours' })
  const opener = createFolderOpener(root)
  const first = opener.open('a/other.txt')
  renameSync(join(root, 'a'), join(root, 'gone'))
  symlinkSync(outside, join(root, 'a'))
  const second = opener.open('a/more.txt')
  if (first.type === 'refused' || second.type === 'refused') throw new Error('refused')
  expect(Buffer.from(read(second.file, 4)).toString()).toBe('ours')
  closeSync(first.file)
  closeSync(second.file)
  opener.close()
})

function read(file: number, size: number, max = 100): Uint8Array {
  const got = readExpected(file, size, max, (bytes) => new Uint8Array(bytes))
  if (typeof got === 'string') throw new Error(got)
  return got
}

describe('reading what should have some size', () => {
  const tryRead = (path: string, size: number, max = 100): string => {
    const file = openSync(path, 'r+')
    const got = readExpected(file, size, max, (bytes) => new Uint8Array(bytes))
    closeSync(file)
    return typeof got === 'string' ? got : `read ${Buffer.from(got).toString()}`
  }

  it('reads it when it has, and also when it has grown or shrunk since', () => {
    const path = join(root, 'top.txt')
    expect([3, 0, 1, 2, 4, 50].map((size) => tryRead(path, size))).toEqual(Array(6).fill('read top'))
    writeFileSync(path, '')
    expect(tryRead(path, 3)).toBe('read ')
    writeFileSync(path, 'x'.repeat(101))
    expect(tryRead(path, 3)).toBe('too_large')
  })

  it('takes nothing from a pipe or a device, whatever size is expected', () => {
    execFileSync('mkfifo', [join(root, 'pipe')])
    for (const path of [join(root, 'pipe'), '/dev/null', '/dev/zero'])
      for (const size of [0, 1, 50]) expect(tryRead(path, size), `${path} ${size}`).toBe('not_a_file')
    rmSync(join(root, 'pipe'))
    expect(existsSync(join(root, 'pipe'))).toBe(false)
  })
})
