import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carryIn } from '../../../../src/main/sandbox/docker/carry-in'
import { carryLimits, carryOut, pathWithin, staysWithin } from '../../../../src/main/sandbox/docker/carry-out'
import { encodeTar, type TarEntry } from '../../../../src/main/sandbox/docker/tar'
import { type ReadEntry, readTar } from '../../../../src/main/sandbox/docker/untar'

const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'archive-')))
/** The same bytes in pieces of any size. */
const streamOf = (bytes: Buffer, size = 700): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    ),
  )
const file = (path: string, text: string, mode = 0o644): TarEntry => ({
  type: 'file',
  path,
  mode,
  content: Buffer.from(text),
})
const dir = (path: string): TarEntry => ({ type: 'folder', path, mode: 0o755 })
const link = (path: string, target: string): TarEntry => ({ type: 'link', path, mode: 0o777, target })

async function readAll(bytes: Buffer, size?: number) {
  const found: (ReadEntry & { text: string })[] = []
  await readTar(streamOf(bytes, size), {
    entry: async (entry) => void found.push({ ...entry, text: '' }),
    content: async (piece) => {
      const last = found.at(-1)
      if (last !== undefined) last.text += piece.toString('latin1')
    },
    end: async () => undefined,
  })
  return found
}

describe('archives', () => {
  it('are read as they were written, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc
              .string({ minLength: 1, maxLength: 180, unit: 'grapheme' })
              .filter((name) => !/[\0/]/.test(name)),
            fc.string({ maxLength: 2000 }),
          ),
          { maxLength: 5 },
        ),
        fc.integer({ min: 1, max: 3000 }),
        async (files, size) => {
          const entries = files.map(([name, text]) => file(`a/${name}`, text))
          const read = await readAll(encodeTar(entries), size)
          expect(read.map(({ path }) => path)).toEqual(files.map(([name]) => `a/${name}`))
          expect(read.map(({ text }) => Buffer.from(text, 'latin1').toString())).toEqual(
            files.map(([, text]) => text),
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  it('that are none, or cut off, are refused', async () => {
    await expect(readAll(Buffer.alloc(2048, 'x'))).rejects.toThrow('no archive')
    await expect(readAll(encodeTar([file('a', 'x'.repeat(5000))]).subarray(0, 1500))).rejects.toThrow(
      'cut off',
    )
  })
})

describe('what is carried out', () => {
  const into = async (entries: readonly TarEntry[], limits = carryLimits) => {
    const root = folder()
    const mirror = join(root, 'mirror')
    mkdirSync(mirror)
    writeFileSync(join(mirror, 'before'), 'before')
    writeFileSync(join(root, 'beside'), 'as it was')
    const result = await carryOut(streamOf(encodeTar(entries)), mirror, limits).catch((error: Error) => error)
    return { root, mirror, result }
  }

  it('takes the place of what was there', async () => {
    const { root, mirror, result } = await into([
      dir('m'),
      dir('m/a'),
      file('m/a/x', 'text', 0o755),
      link('m/l', 'a/x'),
    ])
    expect(result).toMatchObject({ leftOut: 0 })
    expect(readdirSync(mirror).sort()).toEqual(['a', 'l'])
    expect(readFileSync(join(mirror, 'l'), 'utf8')).toBe('text')
    expect(lstatSync(join(mirror, 'a', 'x')).mode & 0o7777).toBe(0o755)
    expect(readdirSync(root).sort()).toEqual(['beside', 'mirror'])
  })

  it.each<[string, readonly TarEntry[]]>([
    ['a name that climbs', [dir('m'), file('m/../beside', 'evil')]],
    ['an absolute name', [dir('m'), file('/etc/evil', 'evil')]],
    ['a link to elsewhere', [dir('m'), link('m/l', '/etc/passwd'), link('m/k', '../beside')]],
    ['a file through a link', [dir('m'), dir('m/a'), link('m/l', 'a'), file('m/l/evil', 'evil')]],
    ['a file in place of a link', [dir('m'), link('m/l', 'a'), file('m/l', 'evil')]],
    ['a file without its folder', [dir('m'), file('m/none/evil', 'evil')]],
    ['the same name twice', [dir('m'), file('m/x', 'one'), file('m/x', 'evil')]],
    ['a name that no file can have here', [dir('m'), file(`m/${'n'.repeat(300)}`, 'evil')]],
  ])('leaves out %s', async (_, entries) => {
    const { root, mirror, result } = await into(entries)
    expect(result).toMatchObject({ leftOut: entries.some(({ path }) => path === 'm/k') ? 2 : 1 })
    expect(readFileSync(join(root, 'beside'), 'utf8')).toBe('as it was')
    expect(existsSync('/etc/evil')).toBe(false)
    const all = readdirSync(mirror, { recursive: true, encoding: 'utf8' })
    for (const name of all)
      if (lstatSync(join(mirror, name)).isFile())
        expect(readFileSync(join(mirror, name), 'utf8')).not.toBe('evil')
  })

  it('is bounded, and nothing is touched beyond that', async () => {
    const many = [dir('m'), ...Array.from({ length: 20 }, (_, index) => file(`m/${index}`, 'x'))]
    for (const limits of [
      { bytes: 1e6, entries: 10 },
      { bytes: 10, entries: 100 },
    ]) {
      const { root, mirror, result } = await into(many, limits)
      expect(result).toBeInstanceOf(Error)
      expect(readdirSync(mirror)).toEqual(['before'])
      expect(readdirSync(root).sort()).toEqual(['beside', 'mirror'])
    }
  })

  it('knows what lies within', () => {
    expect(pathWithin('m')).toBe('')
    expect(pathWithin('m/')).toBe('')
    expect(pathWithin('m/a/b')).toBe('a/b')
    for (const path of ['/m/a', 'm/../a', '..', 'm/a\0b', '']) expect(pathWithin(path)).toBeNull()
    for (const [parent, target] of [
      ['', 'a'],
      ['a', '../b'],
      ['a/b', '../../c'],
      ['a', './b/./c'],
    ] as const)
      expect(staysWithin(parent, target)).toBe(true)
    for (const [parent, target] of [
      ['', '..'],
      ['a', '../..'],
      ['', '/a'],
      ['a', 'b/../../../c'],
      // Where `a/b/l` is a link to the top, these lead out of it.
      ['', 'a/b/l/../../secret'],
      ['a', './b/../c'],
      ['', ''],
    ] as const)
      expect(staysWithin(parent, target)).toBe(false)
  })
})

describe('what is carried in', () => {
  it('is files, folders and links, with the owner and the rights inside', async () => {
    const root = folder()
    mkdirSync(join(root, 'mirror', 'a'), { recursive: true, mode: 0o700 })
    writeFileSync(join(root, 'mirror', 'a', 'x'), 'text', { mode: 0o600 })
    symlinkSync('a/x', join(root, 'mirror', 'l'))
    writeFileSync(join(root, 'control'), 'policy', { mode: 0o600 })
    const stream = carryIn(
      [
        { source: join(root, 'mirror'), target: '/box/mirror', access: 'write' },
        { source: join(root, 'control'), target: '/box/control', access: 'read' },
        { source: join(root, 'nothing'), target: '/box/nothing', access: 'read' },
      ],
      { uid: 7, gid: 8 },
      carryLimits,
    )
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    const read = await readAll(Buffer.concat(chunks))
    expect(
      read.map(({ path, kind, mode, target, text }) => [path, kind, mode.toString(8), target, text]),
    ).toEqual([
      ['box/', 'folder', '755', '', ''],
      ['box/mirror/', 'folder', '700', '', ''],
      ['box/mirror/a/', 'folder', '700', '', ''],
      ['box/mirror/a/x', 'file', '600', '', 'text'],
      ['box/mirror/l', 'link', '777', 'a/x', ''],
      ['box/control', 'file', '644', '', 'policy'],
    ])
  })
})
