import { type ContentEntry, createPackWriter, readContentSync } from '../../store/content'

export type ContentsDeps = {
  readonly packsFolder: string
  /** Where the main thread knows these pieces to lie; null for one it doesn't know. */
  readonly locate: (hashes: readonly string[]) => Promise<readonly (ContentEntry | null)[]>
}

export type Piece = { readonly hash: string; readonly bytes: Uint8Array }

/** The content that a run's snapshots meet: new pieces go into a pack of the run's own, each once. */
export function createContents({ packsFolder, locate }: ContentsDeps) {
  const pack = createPackWriter(packsFolder)
  const places = new Map<string, ContentEntry>()

  const find = async (hashes: readonly string[]): Promise<void> => {
    const unknown = [...new Set(hashes.filter((hash) => !places.has(hash)))]
    if (unknown.length === 0) return
    for (const entry of await locate(unknown)) if (entry !== null) places.set(entry.hash, entry)
  }

  return {
    /** Packs the pieces that are nowhere yet; their entries. */
    add: async (pieces: readonly Piece[]): Promise<readonly ContentEntry[]> => {
      await find(pieces.map(({ hash }) => hash))
      const added: ContentEntry[] = []
      for (const { hash, bytes } of pieces) {
        if (places.has(hash)) continue
        const entry = pack.append(hash, bytes)
        places.set(hash, entry)
        added.push(entry)
      }
      return added
    },
    find,
    /** A piece that `add` or `find` met; null when it is lost. */
    read: (hash: string): Buffer | null => {
      const entry = places.get(hash)
      if (entry === undefined) return null
      pack.flush()
      const content = readContentSync(packsFolder, entry)
      return content.ok ? content.value : null
    },
    sync: pack.sync,
    finish: pack.finish,
  }
}

export type Contents = ReturnType<typeof createContents>
