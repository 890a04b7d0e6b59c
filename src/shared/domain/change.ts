import { z } from 'zod'
import { countSchema, hashSchema } from '../ids'

export const fileModes = ['file', 'executable', 'symlink'] as const
/** One file's state: its content by hash, its mode and its size in bytes. A symlink's content is its target text. */
export const fileStateSchema = z.object({ hash: hashSchema, mode: z.enum(fileModes), size: countSchema })
export type FileState = Readonly<z.infer<typeof fileStateSchema>>

export const treeEntrySchema = fileStateSchema.extend({ path: z.string() })
export type TreeEntry = Readonly<z.infer<typeof treeEntrySchema>>

export const changeKinds = ['created', 'modified', 'deleted', 'renamed'] as const

/**
 * One file of a change set. `before` is null for a created file, `after` for a deleted one. `additions` and
 * `deletions` count lines; null where lines don't apply (binary, link, too large to count).
 */
export const fileChangeSchema = z.object({
  change: z.enum(changeKinds),
  path: z.string(),
  oldPath: z.string().nullable(),
  before: fileStateSchema.nullable(),
  after: fileStateSchema.nullable(),
  additions: countSchema.nullable(),
  deletions: countSchema.nullable(),
  binary: z.boolean(),
})
export type FileChange = Readonly<z.infer<typeof fileChangeSchema>>

/** A file's content as a view gets it: text, or the reason why there is none. */
export const fileContentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), size: countSchema, mode: z.enum(fileModes) }),
  z.object({ type: z.literal('binary'), size: countSchema, mode: z.enum(fileModes) }),
  z.object({ type: z.literal('too_large'), size: countSchema, mode: z.enum(fileModes) }),
  z.object({ type: z.literal('absent') }),
  z.object({ type: z.literal('lost'), reason: z.string() }),
])
export type FileContent = Readonly<z.infer<typeof fileContentSchema>>
