import { useState } from 'react'
import type { OpenFolds } from './rows/folds'

const noFolds: OpenFolds = new Map()

export type Position = {
  readonly folds: OpenFolds
  readonly setFolds: (change: (folds: OpenFolds) => OpenFolds) => void
  readonly block: number | null
  readonly setBlock: (block: number) => void
}

/** What was opened and where `n` and `p` stand, of the difference that `key` names: another one starts anew. */
export function usePosition(key: string): Position {
  const [kept, setKept] = useState({ key, folds: noFolds, block: null as number | null })
  const now = kept.key === key ? kept : { key, folds: noFolds, block: null }
  return {
    folds: now.folds,
    setFolds: (change) => setKept({ ...now, folds: change(now.folds) }),
    block: now.block,
    setBlock: (block) => setKept({ ...now, block }),
  }
}
