import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createLineSplitter } from './line-splitter'
import type { OutputBudget } from './output-budget'

/** Reads one output stream of a process. While paused nothing is delivered, and the full pipe blocks the writer. */
export type OutputReader = {
  readonly pause: () => void
  readonly resume: () => void
  /** Or it has lines left to deliver in the loop's next turn. */
  readonly paused: () => boolean
  /** Resolves once the stream has ended and everything in it was delivered. */
  readonly done: Promise<void>
}

/** Delivers whole lines; what was cut off by the budget in the middle of a line is dropped. */
export function readLines(
  stream: Readable,
  budget: OutputBudget,
  onLine: (line: string) => void,
): OutputReader {
  const splitter = createLineSplitter()
  return readStream(stream, budget, {
    take: splitter.push,
    next: splitter.next,
    end: () => splitter.end(budget.exceeded() ? 'drop' : 'deliver'),
    deliver: onLine,
  })
}

/** Delivers text as it comes, at most one read (64 kB) at a time; a character split over reads stays whole. */
export function readText(
  stream: Readable,
  budget: OutputBudget,
  onText: (text: string) => void,
): OutputReader {
  const decoder = new StringDecoder('utf8')
  let text = ''
  return readStream(stream, budget, {
    take: (chunk) => {
      text += decoder.write(chunk)
    },
    next: () => {
      const taken = text
      text = ''
      return taken === '' ? null : taken
    },
    end: () => {
      text += decoder.end()
    },
    deliver: onText,
  })
}

type Pieces = {
  readonly take: (chunk: Buffer) => void
  readonly next: () => string | null
  readonly end: () => void
  readonly deliver: (piece: string) => void
}

/**
 * So long pieces are delivered without a turn of the loop for others: one read may hold tens of thousands of lines, and
 * dozens of reads may follow each other in one turn.
 */
const sliceMs = 5

function readStream(stream: Readable, budget: OutputBudget, pieces: Pieces): OutputReader {
  let paused = false
  let pumping = false
  let nextSlice: NodeJS.Immediate | null = null
  let sliceEnd: number | null = null
  let ended = false
  let finish = (): void => undefined
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })

  /** When this turn's slice is over, however many reads share it. */
  const endOfSlice = (): number => {
    if (sliceEnd === null) {
      sliceEnd = performance.now() + sliceMs
      setImmediate(() => {
        sliceEnd = null
      })
    }
    return sliceEnd
  }
  const pump = (): void => {
    if (pumping || nextSlice !== null) return
    pumping = true
    const until = endOfSlice()
    let hasThrown = true
    try {
      while (!paused && nextSlice === null) {
        const piece = pieces.next()
        if (piece !== null) pieces.deliver(piece)
        if (performance.now() > until) nextSlice = setImmediate(goOn)
        else if (piece === null) break
      }
      hasThrown = false
    } finally {
      // Whoever listens failed at one piece; the others are delivered, and the stream comes to its end, all the same.
      if (hasThrown) nextSlice ??= setImmediate(goOn)
      pumping = false
      if (nextSlice !== null) stream.pause()
    }
    if (paused || nextSlice !== null) return
    if (ended) finish()
    else stream.resume()
  }
  const goOn = (): void => {
    nextSlice = null
    pump()
  }
  const end = (): void => {
    if (ended) return
    ended = true
    pieces.end()
    pump()
  }

  stream.on('data', (chunk: Buffer) => {
    const allowed = budget.take(chunk.length)
    if (allowed > 0) pieces.take(chunk.subarray(0, allowed))
    pump()
  })
  stream.on('end', end)
  stream.on('close', end)
  stream.on('error', end)

  return {
    pause: () => {
      paused = true
      stream.pause()
    },
    resume: () => {
      paused = false
      pump()
    },
    paused: () => paused || nextSlice !== null,
    done,
  }
}
