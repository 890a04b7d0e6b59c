import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { difference } from '../../../../src/main/replay/align/difference'
import { step, stepArbitrary, tool } from './support'

describe('difference', () => {
  it.each([
    ['other text', step({ text: 'a' }), step({ text: 'b' })],
    ['same edit, other text', step({ tools: [tool()], text: 'a' }), step({ tools: [tool()], text: 'b' })],
    ['same file, other edit', step({ tools: [tool({ args: 'x' })] }), step({ tools: [tool({ args: 'y' })] })],
    ['same edit, other result', step({ tools: [tool({ result: 'x' })] }), step({ tools: [tool()] })],
    ['other file', step({ tools: [tool()] }), step({ tools: [tool({ target: 'b.ts' })] })],
    [
      'other command',
      step({ tools: [tool({ kind: 'run', target: 'ls' })] }),
      step({ tools: [tool({ kind: 'run', target: 'pwd' })] }),
    ],
    [
      'other files',
      step({ tools: [tool({ target: 'a' }), tool({ target: 'b' })] }),
      step({ tools: [tool({ target: 'c' }), tool({ target: 'd' })] }),
    ],
    [
      'same command, fails on one side only',
      step({ tools: [tool({ kind: 'run', failed: true, result: 'x' })] }),
      step({ tools: [tool({ kind: 'run', result: 'y' })] }),
    ],
    ['same edit, other changes', step({ tools: [tool()], changes: 'x' }), step({ tools: [tool()] })],
    [
      'other tool calls around the same one',
      step({ tools: [tool(), tool({ kind: 'run' })] }),
      step({ tools: [tool()] }),
    ],
    [
      'same tool calls, other text',
      step({ tools: [tool(), tool()], text: 'a' }),
      step({ tools: [tool(), tool()], text: 'b' }),
    ],
  ])('%s', (words, a, b) => {
    expect(difference(a, b)).toBe(words)
  })

  it('says the same from both sides', () => {
    fc.assert(
      fc.property(stepArbitrary, stepArbitrary, (a, b) => {
        fc.pre(a.kind === b.kind)
        expect(difference(b, a)).toBe(difference(a, b))
      }),
    )
  })
})
