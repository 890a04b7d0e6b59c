import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './support/app'

// I10: a database that can't be opened is kept and reported, never replaced.
test('a damaged store is kept, and a plain page says so', async ({ launcher }) => {
  const file = join(launcher.profile, 'store', 'glovebox.db')
  mkdirSync(join(launcher.profile, 'store'), { recursive: true })
  const damaged = Buffer.from('this was a database once'.repeat(400))
  writeFileSync(file, damaged)
  const { page } = await launcher.launch()
  await expect(page.getByRole('heading', { name: 'Glovebox can’t open its record' })).toBeVisible()
  await expect(page.getByText(launcher.profile).first()).toBeVisible()
  const reply = await page
    .evaluate(() => window.glovebox.call('projects.list', {}))
    .catch((error: unknown) => String(error))
  expect(String(reply)).toContain('No handler registered')
  expect(readFileSync(file).equals(damaged)).toBe(true)
})
