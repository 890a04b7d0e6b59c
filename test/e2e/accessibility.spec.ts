import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { callMain, grant, laySampleOut, startRun, visit, waitForEnd } from '../../scripts/lib/journey.mjs'
import { consentPage, dropOn, expect, test } from './support/app'

const themes = ['light', 'dark'] as const

/** Legacy mode: the other one opens a blank page beside, which a window of ours refuses. */
const violations = async (page: Page): Promise<readonly string[]> => {
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

test('no view breaks a rule of accessibility, in either theme', async ({ launcher }) => {
  test.setTimeout(600_000)
  const { app, page } = await launcher.launch()
  const inBothThemes = async (view: string, shown: Page = page) => {
    for (const theme of themes) {
      await callMain(page, 'settings.update', { theme })
      await shown.waitForTimeout(300)
      expect.soft(await violations(shown), `${view}, ${theme}`).toEqual([])
    }
  }

  const sample = await laySampleOut(app, page)
  await page.getByText('No projects yet').waitFor()
  await inBothThemes('projects, first use')
  for (const view of ['Run', 'Sessions', 'Compare', 'Settings']) {
    await visit(page, view)
    await inBothThemes(`${view}, first use`)
  }
  // What each sandbox holds is measured first.
  await page.getByRole('button', { name: 'Show all evidence' }).click({ timeout: 180_000 })
  await inBothThemes('settings, sandboxes')
  await visit(page, 'Projects')
  await dropOn(page, [sample])
  const consent = await consentPage(app)
  await consent.getByRole('button', { name: 'See all' }).waitFor()
  await inBothThemes('consent', consent)
  await grant(app, { scope: 'Until I revoke it' })
  await inBothThemes('projects')

  await visit(page, 'Run')
  await inBothThemes('composer')
  for (const scenario of ['Careful', 'Hasty']) {
    await startRun(page, { prompt: 'Accept open ends.', scenario })
    await waitForEnd(page)
  }
  await inBothThemes('run')
  await page.getByRole('button', { name: /Replay/ }).click()
  await page.getByRole('slider').waitFor()
  await page.keyboard.press('End')
  await page.waitForTimeout(800)
  await inBothThemes('replay')
  await page.getByRole('radiogroup', { name: 'How it is shown' }).getByText('Network').click()
  await inBothThemes('replay, network')
  await visit(page, 'Sessions')
  await page.getByRole('grid', { name: 'Sessions' }).focus()
  await inBothThemes('sessions')
  for (const key of ['Home', 'Space', 'ArrowDown', 'Space', 'c']) await page.keyboard.press(key)
  await page.getByText(/First divergence/).waitFor()
  await page.waitForTimeout(800)
  await inBothThemes('compare')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await inBothThemes('palette')
})
