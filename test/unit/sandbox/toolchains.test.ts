import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findToolchains } from '../../../src/main/sandbox'

function makeHome(folders: readonly string[]): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'glovebox-home-')))
  for (const folder of folders) mkdirSync(join(home, folder), { recursive: true })
  return home
}

const shownOf = async (home: string, path: readonly string[]) => {
  const { folders, variables } = await findToolchains(
    path.map((each) => join(home, each)).join(delimiter),
    home,
  )
  return { shown: folders.map((folder) => folder.slice(home.length + 1)).sort(), variables }
}

describe('findToolchains', () => {
  it.each([
    [
      ['.nvm/versions/node/v22.1.0/bin'],
      ['bin', 'lib', 'include'].map((part) => `.nvm/versions/node/v22.1.0/${part}`),
      {},
    ],
    [['.pyenv/shims', '.pyenv/bin'], ['.pyenv'], { PYENV_ROOT: '.pyenv' }],
    [['.cargo/bin'], ['.cargo/bin', '.rustup'], { RUSTUP_HOME: '.rustup' }],
    [['.sdkman/candidates/java/current/bin'], ['.sdkman/candidates/java'], {}],
    [['.local/share/mise/installs/node/22/bin'], ['.local/share/mise/installs/node/22'], {}],
    [['go/bin'], ['go/bin'], {}],
    [['.local/bin'], ['.local/bin', '.local/share/pipx/venvs', '.local/share/uv/tools'], {}],
  ])('shows of %j only %j', async (path, expected, variables) => {
    const home = makeHome([
      ...path,
      ...expected,
      '.ssh',
      '.cargo',
      '.config',
      '.local/share/uv/credentials',
      '.nvm/versions/node/v22.1.0/etc',
    ])
    const found = await shownOf(home, path)
    expect(found.shown).toEqual([...expected].sort())
    expect(found.variables).toEqual(
      Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, join(home, value)])),
    )
  })

  it('shows nothing of folders that it does not know, nor the home itself', async () => {
    const home = makeHome(['bin', 'work/project/bin', '.config/tool/bin', '.ssh'])
    const found = await shownOf(home, ['', '.', 'bin', 'work/project/bin', '.config/tool/bin', '.ssh'])
    expect(found.shown).toEqual([])
  })

  it('shows nothing through a link', async () => {
    const home = makeHome(['data/pyenv/shims', '.bun'])
    const other = makeHome(['secret'])
    symlinkSync('data/pyenv', join(home, '.pyenv'))
    symlinkSync(join(other, 'secret'), join(home, '.bun/bin'))
    expect((await shownOf(home, ['.pyenv/shims', '.bun/bin'])).shown).toEqual([])
  })

  it('leaves out what is not there', async () => {
    const home = makeHome([])
    expect((await shownOf(home, ['.nvm/versions/node/v1/bin'])).shown).toEqual([])
  })
})
