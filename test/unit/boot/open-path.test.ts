import { describe, expect, it } from 'vitest'
import { openPathOf } from '../../../src/main/boot/open-path'

describe('openPathOf', () => {
  it.each([
    [['glovebox'], null],
    [['glovebox', '/repo'], '/repo'],
    [['glovebox', 'repo'], '/home/user/repo'],
    [['glovebox', '.'], '/home/user'],
    [['glovebox', 'file:///a%20b'], '/a b'],
    [['electron', '--no-sandbox', '/app', '/repo'], '/repo'],
    [['electron', '/app'], null],
    [['glovebox', '--flag=/x'], null],
  ])('%j', (argv, path) => {
    expect(openPathOf({ cwd: '/home/user', argv }, '/app')).toBe(path)
  })
})
