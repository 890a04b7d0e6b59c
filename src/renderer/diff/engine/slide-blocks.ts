import type { Block } from './line-blocks'
import { type Lines, lineAt } from './lines'

type Sides = {
  readonly before: string
  readonly after: string
  readonly a: Lines
  readonly b: Lines
  readonly numbersA: Int32Array
  readonly numbersB: Int32Array
}

/** How far a block is moved at most in either direction. */
const maxSlide = 40

/**
 * Moves blocks that only add or only delete to where people see them. A new function between two others can as well be
 * said to begin with the brace that ends the one before; of all equal places this takes the one whose first line is
 * indented least and follows an empty line.
 */
export function slideBlocks(blocks: readonly Block[], sides: Sides): readonly Block[] {
  const moved: Block[] = []
  for (const [index, block] of blocks.entries())
    moved.push(slide(block, moved.at(-1), blocks[index + 1], sides))
  return moved
}

function slide(block: Block, previous: Block | undefined, next: Block | undefined, sides: Sides): Block {
  if (block.aFrom === block.aTo) {
    const room = roomBetween(block.bFrom, block.bTo, previous?.bTo, next?.bFrom, sides.b.count)
    const textAt = (index: number) => lineAt(sides.after, sides.b, index)
    return slid(block, bestSlide(block.bFrom, block.bTo, sides.numbersB, room, textAt))
  }
  if (block.bFrom === block.bTo) {
    const room = roomBetween(block.aFrom, block.aTo, previous?.aTo, next?.aFrom, sides.a.count)
    const textAt = (index: number) => lineAt(sides.before, sides.a, index)
    return slid(block, bestSlide(block.aFrom, block.aTo, sides.numbersA, room, textAt))
  }
  return block
}

const slid = ({ aFrom, aTo, bFrom, bTo }: Block, by: number): Block => ({
  aFrom: aFrom + by,
  aTo: aTo + by,
  bFrom: bFrom + by,
  bTo: bTo + by,
})

type Room = { readonly up: number; readonly down: number }

/** A block keeps one equal line to its neighbours, so that they don't become one. */
function roomBetween(
  from: number,
  to: number,
  previousEnd: number | undefined,
  nextStart: number | undefined,
  count: number,
): Room {
  const up = previousEnd === undefined ? from : from - previousEnd - 1
  const down = nextStart === undefined ? count - to : nextStart - to - 1
  return { up: Math.min(maxSlide, Math.max(0, up)), down: Math.min(maxSlide, Math.max(0, down)) }
}

function bestSlide(
  from: number,
  to: number,
  numbers: Int32Array,
  { up, down }: Room,
  textAt: (index: number) => string,
): number {
  let first = 0
  while (-first < up && numbers[from + first - 1] === numbers[to + first - 1]) first -= 1
  let last = 0
  while (last < down && numbers[from + last] === numbers[to + last]) last += 1
  let best = 0
  let bestCost = Number.POSITIVE_INFINITY
  for (let by = last; by >= first; by -= 1) {
    const cost = startCost(textAt(from + by), from + by === 0 ? '' : textAt(from + by - 1))
    if (cost >= bestCost) continue
    best = by
    bestCost = cost
  }
  return best
}

function startCost(line: string, lineBefore: string): number {
  const blank = line.trim() === ''
  const indent = line.length - line.trimStart().length
  return (blank ? 1000 : indent * 2) + (lineBefore.trim() === '' ? 0 : 1) + (/^\s*[)}\]]/.test(line) ? 3 : 0)
}
