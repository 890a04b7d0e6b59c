const blockSize = 256

/** Heights of rows in pixels, measured or estimated, with the sums that a window onto them needs. */
export type RowHeights = {
  readonly heightOf: (row: number) => number
  /** Where a row begins: the heights of all rows before it. */
  readonly offsetOf: (row: number) => number
  /** The row at a distance from the top; the last of `count` when it lies beyond. */
  readonly rowAt: (offset: number, count: number) => number
  /** Keeps a measured height. True when it is another than before. */
  readonly measure: (row: number, height: number) => boolean
}

/**
 * Keeps heights so that taking in a row costs nothing, whatever the number of rows: what was measured is kept as its
 * difference from the estimate, summed by blocks. (A list of all offsets, as virtualisers keep, is built anew with every
 * new row: at 5,000 rows a second and 100,000 rows that alone would fill the frames.)
 */
export function createRowHeights(estimate: number): RowHeights {
  const differences = new Map<number, Float64Array>()
  const sums = new Map<number, number>()

  const differenceOf = (row: number): number =>
    differences.get(Math.floor(row / blockSize))?.[row % blockSize] ?? 0

  /** Sum of the differences before a block's first row. */
  const before = (block: number): number => {
    let sum = 0
    for (const [each, difference] of sums) if (each < block) sum += difference
    return sum
  }
  const offsetOf = (row: number): number => {
    const block = Math.floor(row / blockSize)
    let offset = row * estimate + before(block)
    for (let each = block * blockSize; each < row; each += 1) offset += differenceOf(each)
    return offset
  }

  return {
    heightOf: (row) => estimate + differenceOf(row),
    offsetOf,
    rowAt: (offset, count) => {
      let low = 0
      let high = Math.max(0, Math.ceil(count / blockSize) - 1)
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if (offsetOf(middle * blockSize) <= offset) low = middle
        else high = middle - 1
      }
      let row = low * blockSize
      let end = offsetOf(row) + estimate + differenceOf(row)
      while (row < count - 1 && end <= offset) {
        row += 1
        end += estimate + differenceOf(row)
      }
      return Math.max(0, Math.min(row, count - 1))
    },
    measure: (row, height) => {
      const difference = height - estimate
      const earlier = differenceOf(row)
      if (Math.abs(difference - earlier) < 0.5) return false
      const block = Math.floor(row / blockSize)
      const kept = differences.get(block) ?? new Float64Array(blockSize)
      differences.set(block, kept)
      kept[row % blockSize] = difference
      sums.set(block, (sums.get(block) ?? 0) + difference - earlier)
      return true
    },
  }
}

export type Window = { readonly first: number; readonly last: number }

/** The rows that fill `height` pixels from `top`, with `margin` pixels more on both sides. `last` −1: none. */
export function windowAt(
  heights: RowHeights,
  count: number,
  top: number,
  height: number,
  margin: number,
): Window {
  if (count === 0) return { first: 0, last: -1 }
  const first = heights.rowAt(Math.max(0, top - margin), count)
  let last = first
  let end = heights.offsetOf(first) + heights.heightOf(first)
  while (last < count - 1 && end < top + height + margin) {
    last += 1
    end += heights.heightOf(last)
  }
  return { first, last }
}

/** The newest rows, as many as fill `height` pixels and more: rows are rarely lower than `lowest`. */
export function windowAtEnd(count: number, height: number, lowest: number): Window {
  return { first: Math.max(0, count - Math.ceil(height / lowest) - 2), last: count - 1 }
}
