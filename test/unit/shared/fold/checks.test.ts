import { describe, expect, it } from 'vitest'
import { isTestCommand, readCheckResult } from '../../../../src/shared'

describe('isTestCommand', () => {
  it.each([
    'npm test',
    'npm run test',
    'node --test',
    '/usr/bin/node --no-warnings --test test/',
    'pytest -q',
    'cargo test',
    'go test ./...',
    'python3 -m pytest',
  ])('knows %s', (command) => expect(isTestCommand(command)).toBe(true))
  it.each(['ls test', 'npm install', 'node test.js', 'echo npm test', 'cat pytest.ini', 'go testify'])(
    'leaves %s',
    (command) => expect(isTestCommand(command)).toBe(false),
  )
})

describe('readCheckResult', () => {
  it.each([
    ['node, spec', 'ℹ tests 14\nℹ pass 13\nℹ fail 1\n', 13, 1],
    ['node, TAP', '# tests 14\n# pass 14\n# fail 0\n', 14, 0],
    ['vitest', 'Tests  2 failed | 40 passed (42)', 40, 2],
    ['pytest', '=== 5 passed in 0.1s ===', 5, 0],
    ['pytest, all failing', '=== 3 failed in 0.1s ===', 0, 3],
    ['a runner forced to colour', '\x1b[1;32m13 passed\x1b[0m, \x1b[31m1 failed\x1b[0m', 13, 1],
    ['something else', 'all good', null, null],
  ])('reads %s', (_name, output, passedCount, failedCount) => {
    expect(readCheckResult('c', output, false)).toEqual({
      command: 'c',
      failed: false,
      passedCount,
      failedCount,
    })
  })
})
