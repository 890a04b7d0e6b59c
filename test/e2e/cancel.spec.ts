import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { grant, laySampleOut, startRun, waitForEnd } from '../../scripts/lib/journey.mjs'
import { findRunProcesses } from '../../src/main/process'
import { dropOn, expect, test } from './support/app'

test('a run is cancelled by the keyboard, and leaves nothing behind', async ({ launcher }) => {
  const { app, page } = await launcher.launch({ env: { GLOVEBOX_PACE: 'real' } })
  await dropOn(page, [await laySampleOut(app, page)])
  await grant(app)
  await startRun(page, { prompt: 'Accept open ends.', scenario: 'Careful' })
  await page.getByText('README.md').first().waitFor()
  await page.keyboard.press('Control+.')
  const session = await waitForEnd(page)
  expect(session.status).toBe('cancelled')
  await expect(page.getByText('cancelled').first()).toBeVisible()
  expect(await findRunProcesses([session.id])).toEqual([])
  await expect.poll(() => readdirSync(join(launcher.profile, 'runs'))).toEqual([])
})
