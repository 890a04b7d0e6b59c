import { chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callMain } from '../../scripts/lib/journey.mjs'
import { consentPage, dropOn, expect, test } from './support/app'
import { git, makeRepository } from './support/repository'

test('each thing that can’t be added gets its own answer, and nothing is added', async ({ launcher }) => {
  const { page } = await launcher.launch()
  const at = (name: string) => join(launcher.scratch, name)
  const repository = makeRepository(at('good'), { 'inside/file.txt': 'x\n' })
  writeFileSync(at('just-a-file.txt'), 'x\n')
  mkdirSync(at('plain-folder'))
  git(launcher.scratch, 'init', '-q', '--bare', at('bare.git'))
  git(launcher.scratch, 'init', '-q', at('no-commits'))
  symlinkSync(repository, at('linked'))

  const cases = [
    [at('just-a-file.txt'), /is a file/i],
    [at('plain-folder'), /not (in )?a git repository|no git repository/i],
    [at('bare.git'), /bare/i],
    [at('no-commits'), /commit/i],
    [join(repository, 'inside'), /inside|part of/i],
    [at('linked'), /link/i],
  ] as const
  for (const [path, answer] of cases) {
    await test.step(path.slice(launcher.scratch.length + 1), async () => {
      await dropOn(page, [path])
      await expect(page.getByText(answer).last()).toBeVisible()
      expect(await callMain(page, 'projects.list')).toEqual([])
    })
  }
})

test('a repository that belongs to somebody else is not opened', async ({ launcher }) => {
  const { page } = await launcher.launch()
  const foreign = makeRepository(join(launcher.scratch, 'foreign'), { 'a.txt': 'x\n' })
  chownSync(foreign, 65_534, 65_534)
  chownSync(join(foreign, '.git'), 65_534, 65_534)
  await dropOn(page, [foreign])
  await expect(page.getByText(/belongs to|another user|owned by/i).last()).toBeVisible()
  expect(await callMain(page, 'projects.list')).toEqual([])
})

test('the way out of a folder inside a repository is one click', async ({ launcher }) => {
  const { app, page } = await launcher.launch()
  const repository = makeRepository(join(launcher.scratch, 'outer'), { 'inside/file.txt': 'x\n' })
  await dropOn(page, [join(repository, 'inside')])
  await page.getByRole('button', { name: /Add .*instead/ }).click()
  await expect((await consentPage(app)).getByRole('heading', { name: /outer/ })).toBeVisible()
})
