import type { EventBody } from '../../shared'
import { createKeyCarry, type KeyCarry, privateKeyPart, type RunMasker, type SplitWatch } from '../log'
import type { AgentEvent } from '../runtimes'
import type { QueuedEntry } from './record-queue'

/** Watches the texts that come in pieces, each by its key, for secrets that no piece holds as a whole. */
export type TextWatches = {
  readonly push: (key: string, piece: string, entry: QueuedEntry) => void
  /** Ends the texts whose keys begin so. */
  readonly end: (prefix: string) => void
  /** Lets all go that wait, though their texts go on. */
  readonly release: () => void
}

/** Keys begin with one of these: whole lines that follow each other, an agent's words, a tool call's output. */
export const textKeys = { lines: 'lines', words: 'words', output: 'output' } as const

export function createTextWatches({ createSplitWatch }: Pick<RunMasker, 'createSplitWatch'>): TextWatches {
  const watches = new Map<string, SplitWatch<QueuedEntry>>()
  /** Not ended with the text: a key may be printed line by line, each in a response of its own. */
  const keys = new Map<string, KeyCarry>()
  const watchOf = (key: string): SplitWatch<QueuedEntry> => {
    const known = watches.get(key)
    if (known !== undefined) return known
    const made = createSplitWatch<QueuedEntry>({
      separator: key.startsWith(textKeys.lines) ? '\n' : '',
      onWait: (entry) => {
        entry.waits += 1
      },
      onFree: (entry) => {
        entry.waits -= 1
      },
      onPart: (entry, part) => entry.parts.push(part),
    })
    watches.set(key, made)
    return made
  }
  const carryOf = (key: string): KeyCarry => {
    const carry = keys.get(key) ?? createKeyCarry()
    keys.set(key, carry)
    return carry
  }
  return {
    push: (key, piece, entry) => {
      const carried = carryOf(key).take(piece)
      if (carried > 0) entry.parts.push(privateKeyPart(piece, carried))
      watchOf(key).push(piece, entry)
    },
    end: (prefix) => {
      for (const [key, watch] of watches) {
        if (!key.startsWith(prefix)) continue
        watch.end()
        watches.delete(key)
      }
      if (prefix.startsWith(textKeys.output))
        for (const key of keys.keys()) if (key.startsWith(prefix)) keys.delete(key)
    },
    release: () => {
      for (const watch of watches.values()) watch.release()
    },
  }
}

/** The text that an event carries on; null for one that is no piece of a longer text. */
export function pieceOf(event: AgentEvent | EventBody): { key: string; text: string } | null {
  switch (event.type) {
    case 'agent.message':
    case 'agent.thinking':
      return { key: `${textKeys.words} ${event.type} ${event.parentCallId ?? ''}`, text: event.text }
    case 'agent.unknown':
      return { key: `${textKeys.lines} unknown`, text: event.line }
    case 'tool.output':
      return { key: `${outputOf(event.callId)}${event.stream}`, text: event.text }
    default:
      return null
  }
}

/** Prefix of the keys of one tool call's output. */
export function outputOf(callId: string): string {
  return `${textKeys.output} ${callId} `
}
