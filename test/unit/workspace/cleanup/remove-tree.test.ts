import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { removeTree } from '../../../../src/main/workspace/cleanup/remove-tree'
import { temporaryFolder, writeFiles } from '../../../support/repository'

const { unlinked } = vi.hoisted(() => ({ unlinked: [] as string[] }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return {
    ...fs,
    unlinkSync: (path: Buffer): void => {
      unlinked.push(String(path).split('/').at(-1) ?? '')
      fs.unlinkSync(path)
    },
  }
})

it('removes what holds the sign-in before all else, and the marker at the very end', () => {
  const folder = join(temporaryFolder(), 'run')
  const others = Array.from({ length: 20 }, (_, index) => `other-${index}`)
  writeFiles(folder, {
    ...Object.fromEntries(others.map((name) => [`${name}/${name}`, 'x'])),
    'home/.agent/login': 'secret',
    marker: 'm',
  })
  removeTree({ folder, first: 'home', last: 'marker' })
  expect(existsSync(folder)).toBe(false)
  expect(unlinked.length).toBe(22)
  expect([unlinked[0], unlinked.at(-1)]).toEqual(['login', 'marker'])
})
