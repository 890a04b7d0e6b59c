import { expect, it } from 'vitest'
import { parseSettings } from '../../../../src/main/workspace/git/git-settings'

it('reads keys with and without a value, values of several lines, and lets the last of a key count', () => {
  expect([...parseSettings('core.bare\ntrue\0core.filemode\0user.name\na\nb\0core.bare\nfalse\0')]).toEqual([
    ['core.bare', 'false'],
    ['core.filemode', 'true'],
    ['user.name', 'a\nb'],
  ])
  expect(parseSettings('').size).toBe(0)
})
