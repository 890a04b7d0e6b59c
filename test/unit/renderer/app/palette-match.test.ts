import { describe, expect, it } from 'vitest'
import { paletteMatch } from '../../../../src/renderer/app/palette-match'

const command = ['Run on sample-repo…', '/code/sample-repo', 'Projects']

describe('finding a command', () => {
  it('takes words in any order, and their beginnings', () => {
    expect(paletteMatch('repo run', command)).toBeGreaterThan(0)
    expect(paletteMatch('proj sam', command)).toBeGreaterThan(0)
    expect(paletteMatch('', command)).toBe(1)
  })
  it('takes nothing that is only scattered letters', () => {
    expect(paletteMatch('rnsmp', command)).toBe(0)
    expect(paletteMatch('run elsewhere', command)).toBe(0)
  })
  it('puts a title before other words', () =>
    expect(paletteMatch('run', command)).toBeGreaterThan(paletteMatch('run', ['Replay', 'run'])))
})
