import { z } from 'zod'
import { countSchema } from '../ids'

/** Why a tracked path is not mirrored. Untracked files are never listed: they are never looked at. */
export const exclusionReasons = [
  'secret',
  'symlink_outside',
  'symlink_target_excluded',
  'behind_symlink',
  'submodule',
  'too_large',
  'undecodable_path',
  'missing',
  'not_a_file',
  'unreadable',
  'conflict',
  'intent_to_add',
  'sparse',
  'lfs_pointer',
  'unsafe_path',
  'limit',
] as const
export const exclusionReasonSchema = z.enum(exclusionReasons)
export type ExclusionReason = z.infer<typeof exclusionReasonSchema>

export const exclusionWords: Readonly<Record<ExclusionReason, string>> = {
  secret: 'looks like a secret',
  symlink_outside: 'link that leaves the repository',
  symlink_target_excluded: 'link to a file that is left out',
  behind_symlink: 'lies behind a linked folder',
  submodule: 'submodule',
  too_large: 'too large',
  undecodable_path: 'name is not valid UTF-8',
  missing: 'missing from the working tree',
  not_a_file: 'no regular file (pipe, socket, device or folder)',
  unreadable: 'can’t be read',
  conflict: 'has an unresolved merge conflict',
  intent_to_add: 'added by name only (intent to add)',
  sparse: 'not checked out (sparse)',
  lfs_pointer: 'Git LFS pointer, content not fetched',
  unsafe_path: 'name is unsafe outside git',
  limit: 'beyond the limit of files or bytes',
}

/** A path is shown as text; bytes that are not UTF-8 come as \\xNN. */
export const inventoryFileSchema = z.object({
  path: z.string(),
  size: countSchema,
  mode: z.enum(['file', 'executable', 'symlink']),
})
export const exclusionSchema = z.object({
  path: z.string(),
  reason: exclusionReasonSchema,
  size: countSchema.nullable(),
})
export type InventoryFile = Readonly<z.infer<typeof inventoryFileSchema>>
export type Exclusion = Readonly<z.infer<typeof exclusionSchema>>

/** The tracked files that would be mirrored, and every excluded one with its reason. */
export const inventorySchema = z.object({
  files: z.array(inventoryFileSchema),
  excluded: z.array(exclusionSchema),
  bytes: countSchema,
})
export type Inventory = Readonly<z.infer<typeof inventorySchema>>

export const inventorySummarySchema = z.object({
  files: countSchema,
  bytes: countSchema,
  excluded: z.partialRecord(exclusionReasonSchema, countSchema),
})
export type InventorySummary = Readonly<z.infer<typeof inventorySummarySchema>>

/** Counts of an inventory: what a consent and an event carry instead of 50,000 paths. */
export function summarizeInventory(inventory: Inventory): InventorySummary {
  const excluded: Partial<Record<ExclusionReason, number>> = {}
  for (const { reason } of inventory.excluded) excluded[reason] = (excluded[reason] ?? 0) + 1
  return { files: inventory.files.length, bytes: inventory.bytes, excluded }
}
