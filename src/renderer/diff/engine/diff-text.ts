import { columnsOfAll } from './columns'
import { createLineNumbers } from './intern-lines'
import { type Block, diffLines } from './line-blocks'
import { findLines, type Lines, lineAt } from './lines'
import { pairLines } from './pair-lines'
import { slideBlocks } from './slide-blocks'
import { type Marks, markWords } from './words'

export type DiffOptions = { readonly ignoreWhitespace: boolean }

/** Two texts compared, as plain data that a worker can hand over. Line numbers count from 0. */
export type TextDiff = {
  readonly before: Lines
  readonly after: Lines
  readonly blocks: readonly ChangedBlock[]
  readonly additions: number
  readonly deletions: number
  readonly approximate: boolean
  /** Changed characters by line, for lines that were changed rather than added or deleted. */
  readonly marksBefore: ReadonlyMap<number, Marks>
  readonly marksAfter: ReadonlyMap<number, Marks>
  /** Columns of the longest line of either side. */
  readonly columns: number
}

/** A block with its lines in rows for two columns: before, after, before, after … (-1: nothing beside). */
export type ChangedBlock = Block & { readonly rows: Int32Array }

/** Pairs of lines whose words are marked, in one file: beyond it lines are marked as a whole. */
const maxMarkedPairs = 3000
const maxPairedLines = 4000

/** Compares two texts line by line, and word by word where lines were changed. Pure; made for a worker. */
export function diffText(before: string, after: string, { ignoreWhitespace }: DiffOptions): TextDiff {
  const a = findLines(before)
  const b = findLines(after)
  const numbersOf = createLineNumbers(ignoreWhitespace)
  const numbersA = numbersOf(before, a)
  const numbersB = numbersOf(after, b)
  const { blocks, approximate } = diffLines(numbersA, numbersB)
  const marksBefore = new Map<number, Marks>()
  const marksAfter = new Map<number, Marks>()
  let paired = 0

  const withRows = (block: Block): ChangedBlock => {
    const size = block.aTo - block.aFrom + block.bTo - block.bFrom
    const left = range(block.aFrom, block.aTo).map((index) => lineAt(before, a, index))
    const right = range(block.bFrom, block.bTo).map((index) => lineAt(after, b, index))
    const pairs = size > maxPairedLines ? [] : pairLines(left, right)
    for (const [i, j] of pairs) {
      if (paired >= maxMarkedPairs) break
      paired += 1
      const marked = markWords(left[i] ?? '', right[j] ?? '')
      if (marked.before.length > 0) marksBefore.set(block.aFrom + i, marked.before)
      if (marked.after.length > 0) marksAfter.set(block.bFrom + j, marked.after)
    }
    return { ...block, rows: rowsOf(block, pairs) }
  }

  const shown = slideBlocks(blocks, { before, after, a, b, numbersA, numbersB }).map(withRows)
  return {
    before: a,
    after: b,
    blocks: shown,
    additions: shown.reduce((total, { bFrom, bTo }) => total + bTo - bFrom, 0),
    deletions: shown.reduce((total, { aFrom, aTo }) => total + aTo - aFrom, 0),
    approximate,
    marksBefore,
    marksAfter,
    columns: Math.max(columnsOfAll(before, a), columnsOfAll(after, b)),
  }
}

/** Puts a block's lines in rows: pairs share one, lines between two pairs fill rows from the top. */
function rowsOf(block: Block, pairs: readonly (readonly [number, number])[]): Int32Array {
  const rows: number[] = []
  let a = block.aFrom
  let b = block.bFrom
  const fill = (toA: number, toB: number) => {
    while (a < toA || b < toB) rows.push(a < toA ? a++ : -1, b < toB ? b++ : -1)
  }
  for (const [i, j] of pairs) {
    fill(block.aFrom + i, block.bFrom + j)
    rows.push(a++, b++)
  }
  fill(block.aTo, block.bTo)
  return Int32Array.from(rows)
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
