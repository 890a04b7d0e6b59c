import type { ContentEntry } from '../content'
import type { Database } from '../database/connection'

type EntryRow = { hash: string; pack: string; offset: number; size: number }

export function createContentReader(db: Database) {
  const one = db.prepare<[Buffer], EntryRow>(
    `SELECT lower(hex(content.hash)) AS hash, packs.name AS pack, content.offset, content.size
     FROM content JOIN packs ON packs.key = content.pack WHERE content.hash = ?`,
  )
  const known = db
    .prepare<[string], string>(
      `SELECT asked.value FROM json_each(?) AS asked
       WHERE EXISTS (SELECT 1 FROM content WHERE content.hash = unhex(asked.value))`,
    )
    .pluck()
  return {
    entry: (hash: string): ContentEntry | null => one.get(Buffer.from(hash, 'hex')) ?? null,
    known: (hashes: readonly string[]): ReadonlySet<string> => new Set(known.iterate(JSON.stringify(hashes))),
  }
}

export function createContentWriter(db: Database) {
  const packKey = db
    .prepare<[string], number>(
      'INSERT INTO packs (name, entries) VALUES (?, 0) ON CONFLICT (name) DO UPDATE SET name = name RETURNING key',
    )
    .pluck()
  const add = db.prepare<[Buffer, number, number, number]>(
    'INSERT OR IGNORE INTO content (hash, pack, offset, size) VALUES (?, ?, ?, ?)',
  )
  const count = db.prepare<[number, number]>('UPDATE packs SET entries = entries + ? WHERE key = ?')
  const remove = db.prepare<[Buffer], { pack: number }>('DELETE FROM content WHERE hash = ? RETURNING pack')
  const packs = db.prepare<[], string>('SELECT name FROM packs').pluck()
  const emptyPacks = db.prepare<[], string>('SELECT name FROM packs WHERE entries = 0').pluck()
  const forgetPack = db.prepare<[string]>('DELETE FROM packs WHERE name = ? AND entries = 0')

  /** Adds to each pack's count of entries. */
  const recount = (changes: ReadonlyMap<number, number>): void => {
    for (const [pack, change] of changes) count.run(change, pack)
  }
  return {
    /** Content that is known already keeps its place. */
    add: db.transaction((entries: readonly ContentEntry[]): void => {
      const packs = new Map<string, number>()
      const changes = new Map<number, number>()
      for (const { hash, pack, offset, size } of entries) {
        const key = packs.get(pack) ?? packKey.get(pack) ?? 0
        packs.set(pack, key)
        const { changes: added } = add.run(Buffer.from(hash, 'hex'), key, offset, size)
        changes.set(key, (changes.get(key) ?? 0) + added)
      }
      recount(changes)
    }).immediate,
    remove: db.transaction((hashes: readonly string[]): void => {
      const changes = new Map<number, number>()
      for (const hash of hashes) {
        const removed = remove.get(Buffer.from(hash, 'hex'))
        if (removed !== undefined) changes.set(removed.pack, (changes.get(removed.pack) ?? 0) - 1)
      }
      recount(changes)
    }).immediate,
    packs: (): readonly string[] => packs.all(),
    emptyPacks: (): readonly string[] => emptyPacks.all(),
    forgetPack: (name: string): void => {
      forgetPack.run(name)
    },
  }
}
