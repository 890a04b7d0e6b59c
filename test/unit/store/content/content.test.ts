import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createPackWriter,
  deletePack,
  listPacks,
  readContent,
  readContentSync,
  sha256,
  writeContent,
} from '../../../../src/main/store/content'
import { temporaryFolder } from '../../../support/repository'

// Packs wait for the disk, which other work may keep busy.
describe('a pack', { timeout: 60_000 }, () => {
  it('gives back every piece by its entry, whatever was written around it', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.integer({ min: 0, max: 3_000_000 }).map((size) => new Uint8Array(size).fill(size & 255)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        const folder = join(temporaryFolder(), 'packs')
        const writer = createPackWriter(folder)
        const entries = pieces.map((bytes) => writer.append(sha256(bytes), bytes))
        writer.finish()
        for (const [at, entry] of entries.entries()) {
          expect(readContentSync(folder, entry)).toEqual({ ok: true, value: Buffer.from(pieces[at]!) })
          expect(await readContent(folder, entry)).toEqual({ ok: true, value: Buffer.from(pieces[at]!) })
        }
      }),
      { numRuns: 5 },
    )
  })

  it('can be read after a flush while it is still written, is private, and is no file while nothing is in it', () => {
    const folder = join(temporaryFolder(), 'packs')
    const writer = createPackWriter(folder)
    expect(existsSync(folder)).toBe(false)
    const entry = writer.append(sha256(Buffer.from('a')), Buffer.from('a'))
    expect(readContentSync(folder, entry).ok).toBe(false)
    writer.flush()
    expect(readContentSync(folder, entry).ok).toBe(true)
    const later = writer.append(sha256(Buffer.from('b')), Buffer.from('b'))
    writer.sync()
    expect(readContentSync(folder, later).ok).toBe(true)
    expect(statSync(join(folder, `${entry.pack}.pack`)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    writer.finish()
    createPackWriter(folder).finish()
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('is gone once discarded', () => {
    const folder = join(temporaryFolder(), 'packs')
    const writer = createPackWriter(folder)
    writer.append(sha256(Buffer.alloc(2_000_000)), Buffer.alloc(2_000_000))
    writer.discard()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is told when content is damaged, cut off, gone or named by no id', async () => {
    const folder = join(temporaryFolder(), 'packs')
    const written = writeContent(folder, [Buffer.from('hello'), Buffer.from('world')])
    if (!written.ok) throw new Error(written.error.message)
    const [first, second] = written.value
    const file = join(folder, `${first!.pack}.pack`)
    const reason = async (entry: typeof first) => {
      const read = await readContent(folder, entry!)
      return read.ok ? 'read' : `${read.error.code} ${read.error.details['reason']}`
    }
    expect(await reason(second)).toBe('read')
    const bytes = readFileSync(file)
    bytes[0] = 0
    writeFileSync(file, bytes)
    expect(await reason(first)).toBe('replay.content_missing damaged')
    truncateSync(file, 7)
    expect(await reason(second)).toBe('replay.content_missing cut_off')
    expect(await reason({ ...first!, pack: '../../etc/passwd' })).toBe('replay.content_missing bad_pack')
    expect(await listPacks(folder)).toEqual([first!.pack])
    expect((await deletePack(folder, first!.pack)).ok).toBe(true)
    expect(await reason(first)).toBe('replay.content_missing no_pack')
    expect((await deletePack(folder, first!.pack)).ok).toBe(true)
    expect((await deletePack(folder, '../x')).ok).toBe(false)
  })

  it('lists only files that are packs', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'notes.txt'), '')
    writeFileSync(join(folder, 'x.pack'), '')
    expect(await listPacks(folder)).toEqual([])
    expect(await listPacks(join(folder, 'none'))).toEqual([])
  })
})

it('says what to do when packs can’t be written', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'packs'), 'a file')
  const written = writeContent(join(folder, 'packs'), [Buffer.from('x')])
  expect(written.ok ? null : written.error.code).toBe('store.unavailable')
})
