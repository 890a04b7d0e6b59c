/**
 * What an alignment counts, in whole twentieths so that sums are exact: an exact match 1, the same intent 0.6, the same
 * kind of tools 0.25. A gap costs 0.2 to open and 0.1 per frame. Pairing frames that have nothing in common would
 * cost 0.7, more than the two gaps (0.6) that leave both alone, so it is never done.
 */
export const score = { exact: 20, intent: 12, kind: 5, mismatch: -14, gapOpen: -4, gapExtend: -2 } as const
