import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { removeTree } from '../../../../src/main/workspace/cleanup/remove-tree'
import { temporaryFolder, writeFiles } from '../../../support/repository'

const { unlinked, listed } = vi.hoisted(() => ({ unlinked: [] as string[], listed: [] as number[] }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return {
    ...fs,
    readdirSync: (...args: Parameters<typeof fs.readdirSync>) => {
      const names = fs.readdirSync(...args)
      listed.push(names.length)
      return names
    },
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

it('holds no folder’s names as a whole, of which there may be millions', () => {
  const folder = join(temporaryFolder(), 'run')
  const names = Array.from({ length: 3000 }, (_, index) => `file-${index}`)
  writeFiles(folder, Object.fromEntries(names.map((name) => [`home/${name}`, ''])))
  removeTree({ folder, first: 'home', last: null })
  expect(existsSync(folder)).toBe(false)
  expect(Math.max(0, ...listed)).toBeLessThan(3000)
})
