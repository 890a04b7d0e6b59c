import { type FrameView, ok, type Result } from '../../shared'

/** Reads frames after number `after`, at most `limit` of them. */
export type ReadFrames = (after: number, limit: number) => Promise<Result<readonly FrameView[]>>

export type FramePage = { readonly frames: readonly FrameView[]; readonly isLast: boolean }

/** The first page fills a screen; the later ones are read in a few milliseconds each, so that other calls get their turn. */
const firstPage = 50
const laterPage = 200

/** A session's frames after number `after`, page by page; a page that can't be read is the last. */
export async function* framePages(read: ReadFrames, after: number): AsyncGenerator<Result<FramePage>> {
  let from = after
  for (let limit = firstPage; ; limit = laterPage) {
    const page = await read(from, limit)
    if (!page.ok) return yield page
    const isLast = page.value.length < limit
    yield ok({ frames: page.value, isLast })
    if (isLast) return
    from += page.value.length
  }
}
