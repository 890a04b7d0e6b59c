import { type Reply, type Scenario, text } from '../model-server'

export const schema = {
  type: 'object',
  properties: { verdict: { type: 'string', enum: ['pass', 'fail'] }, score: { type: 'integer' } },
  required: ['verdict', 'score'],
  additionalProperties: false,
}

export const partial: Reply = text(
  'A partial answer that is cut in the middle of the stream, before its end.',
  {
    chunk: 10,
  },
)

/** A stream that breaks off once, then an answer. */
export const broken = (how: 'reset' | 'truncate' | 'malformed'): Scenario => [
  { ...partial, break: { how } },
  text('Recovered.'),
]

/** An answer that takes longer than anyone waits. */
export const slow: Scenario = [
  text('A text that arrives very slowly.'.repeat(40), { chunk: 4, chunkDelayMs: 1_000 }),
]
