import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { callMain, grant, laySampleOut, startRun, waitForEnd } from '../../scripts/lib/journey.mjs'
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

test('quitting with a run going on asks first, and ends it only then', async ({ launcher }) => {
  const { app, page } = await launcher.launch({ env: { GLOVEBOX_PACE: 'real' } })
  const sample = await laySampleOut(app, page)
  await dropOn(page, [sample])
  await grant(app)
  await startRun(page, { prompt: 'Take your time.', scenario: 'Careful' })
  await answerDialogs(app, 0)
  await app.evaluate(({ app: own }) => own.quit())
  await page.waitForTimeout(500)
  expect(await callMain(page, 'sessions.list', newest)).toMatchObject({ sessions: [{ status: 'running' }] })
  await answerDialogs(app, 1)
  const closed = app.waitForEvent('close')
  await app.evaluate(({ app: own }) => own.quit())
  await closed

  const again = await launcher.launch()
  expect(await callMain(again.page, 'sessions.list', newest)).toMatchObject({
    sessions: [{ status: 'cancelled' }],
  })
})

const newest = { projectId: null, before: null, limit: 1 }

/** What the system's dialogs are answered with: 0 stays, 1 goes on. */
async function answerDialogs(app: ElectronApplication, response: number): Promise<void> {
  await app.evaluate(({ dialog }, answer) => {
    dialog.showMessageBox = () => Promise.resolve({ response: answer, checkboxChecked: false })
  }, response)
}
