import { similarity, splitWords } from './words'

/** Which deleted line stands for which added one: indices into the two lists, rising on both sides. */
export type LinePair = readonly [number, number]

/** Lines less alike than this are not shown as one changed line. */
const minSimilarity = 0.4
const maxCells = 2500
const maxLength = 1000

/**
 * Pairs the lines of a changed block that are versions of each other, so that the pairs together are as alike as can
 * be. In large blocks lines are paired by their place, where they are alike.
 */
export function pairLines(before: readonly string[], after: readonly string[]): readonly LinePair[] {
  const words = (lines: readonly string[]) =>
    lines.map((line) => (line.length > maxLength ? [line] : splitWords(line)))
  const a = words(before)
  const b = words(after)
  if (a.length * b.length > maxCells) return pairByPlace(a, b)
  return pairByLikeness(a, b)
}

type Words = readonly (readonly string[])[]

function pairByPlace(a: Words, b: Words): readonly LinePair[] {
  const pairs: LinePair[] = []
  for (let index = 0; index < Math.min(a.length, b.length); index += 1)
    if (similarity(a[index] ?? [], b[index] ?? []) >= minSimilarity) pairs.push([index, index])
  return pairs
}

function pairByLikeness(a: Words, b: Words): readonly LinePair[] {
  const width = b.length + 1
  const best = new Float64Array((a.length + 1) * width)
  const alike = new Float64Array(a.length * b.length)
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const like = similarity(a[i] ?? [], b[j] ?? [])
      alike[i * b.length + j] = like
      const paired = like < minSimilarity ? 0 : like + (best[(i + 1) * width + j + 1] ?? 0)
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0)
    }
  const pairs: LinePair[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const here = best[i * width + j] ?? 0
    const like = alike[i * b.length + j] ?? 0
    if (like >= minSimilarity && here === like + (best[(i + 1) * width + j + 1] ?? 0)) pairs.push([i++, j++])
    else if (here === (best[(i + 1) * width + j] ?? 0)) i += 1
    else j += 1
  }
  return pairs
}
