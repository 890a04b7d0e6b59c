import { describe, expect, it } from 'vitest'
import { rowText } from '../../../../src/renderer/timeline/words/row-text'
import { limitValue, rowWords } from '../../../../src/renderer/timeline/words/row-words'
import { type ToolRow, toolRowWords } from '../../../../src/renderer/timeline/words/tool-words'
import { defaultLimits, eventBodySchema, limitNames } from '../../../../src/shared'

const testRun = (output: string, failed: boolean): ToolRow => ({
  type: 'tool',
  row: 3,
  seq: 9,
  at: 15_000,
  call: { type: 'tool.called', callId: '1', tool: 'bash', kind: 'run', target: 'npm test', input: {} },
  output: { text: output, omitted: 0 },
  result: {
    type: 'tool.finished',
    callId: '1',
    failed,
    exitCode: failed ? 1 : 0,
    output: null,
    durationMs: 2100,
  },
  images: [],
  changes: [],
})

describe('words of a tool row', () => {
  it('give the counts of a test run, coloured or not', () => {
    expect(toolRowWords(testRun('\x1b[32m13 passed\x1b[0m, \x1b[31m1 failed\x1b[0m', true))).toEqual({
      verb: 'Run',
      target: 'npm test',
      chip: { tone: 'bad', text: '1 failed' },
      note: '2.1 s',
    })
    expect(toolRowWords(testRun('14 passed', false)).chip).toEqual({ tone: 'ok', text: '14 passed' })
  })

  it('give the exit code where no counts are', () => {
    expect(toolRowWords(testRun('killed', true)).chip).toEqual({ tone: 'bad', text: 'exit 1' })
  })

  it('say that a command runs', () => {
    expect(toolRowWords({ ...testRun('', false), result: null }).note).toBe('running…')
  })

  it('are what is copied, without escapes', () => {
    expect(rowText(testRun('\x1b[32m14 passed\x1b[0m\n', false))).toBe(
      'Run npm test (14 passed) 2.1 s\n14 passed',
    )
  })
})

describe('words of facts', () => {
  it('name what was left out of the mirror and why', () => {
    const body = eventBodySchema.parse({
      type: 'inventory.taken',
      summary: { files: 38, bytes: 120_000, excluded: { secret: 2, submodule: 1 } },
      contextHash: 'a'.repeat(64),
      head: null,
    })
    const words = rowWords(body)
    expect(words.text).toBe('Inventory: 38 tracked files, 117 kB; 3 left out')
    expect(words.detail).toBe('looks like a secret: 2\nsubmodule: 1')
  })

  it('write each limit in its unit', () => {
    expect(limitNames.map((name) => limitValue(name, defaultLimits[name]))).toEqual([
      '256 kB',
      '20 MB',
      '50,000',
      '10 min',
      '5 min',
      '100,000',
      '2 GB',
      '200',
      '20 MB',
      '4 GB',
      '10 min',
      '512',
    ])
  })
})
