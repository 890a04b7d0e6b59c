import { z } from 'zod'
import { countSchema } from '../ids'
import { fileStateSchema } from './change'
import { frameViewSchema, sessionViewSchema } from './session'

/** How far two aligned frames agree: the same in all that counts, the same intent, the same tools only. */
export const matchLevelSchema = z.enum(['exact', 'intent', 'kind'])
export type MatchLevel = z.infer<typeof matchLevelSchema>

/** One row of an alignment: frames matched (with what differs), or a frame that only one side has. Indices from 0. */
export const alignedPairSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('matched'),
    left: countSchema,
    right: countSchema,
    level: matchLevelSchema,
    /** What differs, in words, for a match that is not exact: "other text", "other file", "other result". */
    difference: z.string().nullable(),
  }),
  z.object({ type: z.literal('left_only'), left: countSchema }),
  z.object({ type: z.literal('right_only'), right: countSchema }),
])
export type AlignedPair = Readonly<z.infer<typeof alignedPairSchema>>

export const alignmentSchema = z.object({
  pairs: z.array(alignedPairSchema),
  /** Number of leading and trailing pairs that match exactly: what a view folds. */
  prefix: countSchema,
  suffix: countSchema,
  /** Index of the first pair that is not an exact match; null when all are. */
  firstDivergence: countSchema.nullable(),
  durationMs: z.number().nonnegative(),
})
export type Alignment = Readonly<z.infer<typeof alignmentSchema>>

/** One path in the two resulting trees. `left`/`right` null: the file is not there. Base: its state before both, if shared. */
export const resultingFileSchema = z.object({
  path: z.string(),
  left: fileStateSchema.nullable(),
  right: fileStateSchema.nullable(),
  base: fileStateSchema.nullable(),
  /** What tells the two apart: nothing, content, only the mode, or one is missing. */
  difference: z.enum(['same', 'content', 'mode', 'left_only', 'right_only']),
})
export type ResultingFile = Readonly<z.infer<typeof resultingFileSchema>>

/** Two sessions side by side. `files` holds every path that either changed, or that the results differ in. */
export const comparisonSchema = z.object({
  left: sessionViewSchema,
  right: sessionViewSchema,
  leftFrames: z.array(frameViewSchema),
  rightFrames: z.array(frameViewSchema),
  alignment: alignmentSchema,
  sameBase: z.boolean(),
  files: z.array(resultingFileSchema),
  /** Differing files beyond the 20,000 that are listed. */
  filesOmitted: countSchema,
})
export type Comparison = Readonly<z.infer<typeof comparisonSchema>>
