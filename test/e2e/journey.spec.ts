import {
  callMain,
  decline,
  grant,
  laySampleOut,
  startRun,
  visit,
  waitForEnd,
} from '../../scripts/lib/journey.mjs'
import { hashFolder } from '../support/repository'
import { consentPage, dropOn, expect, test } from './support/app'
import { git } from './support/repository'

const prompt = 'Make parseRange accept open ends such as “3-”, and keep everything else as it is.'

test('drop, decline, grant, watch, replay, run differently, compare, and find it all again', async ({
  launcher,
}) => {
  test.setTimeout(400_000)
  const { app, page } = await launcher.launch()
  const sample = await laySampleOut(app, page)
  const before = { hash: await hashFolder(sample), head: git(sample, 'rev-parse', 'HEAD') }

  await test.step('a drop asks for consent, and Escape declines', async () => {
    await dropOn(page, [sample])
    const consent = await consentPage(app)
    await expect(consent.getByRole('heading', { name: /sample-repo/ })).toBeVisible()
    // Measured on this machine, which takes a while the first time.
    await expect(consent.getByText(/^(Held by|Not sandboxed)/).first()).toBeVisible({ timeout: 120_000 })
    await expect(consent.getByText(/16 of 17/)).toBeVisible()
    await decline(app)
    await expect(page.getByText('No consent', { exact: false }).first()).toBeVisible()
  })

  await test.step('the same folder again asks again, and a grant is shown in words', async () => {
    await dropOn(page, [sample])
    await grant(app, { scope: 'Until I revoke it' })
    await expect(page.getByText(/until (you|I) revoke/i).first()).toBeVisible()
    expect(await callMain(page, 'projects.list')).toMatchObject([
      { name: 'sample-repo', consentState: 'live' },
    ])
  })

  await test.step('a careful run is shown live and succeeds', async () => {
    await startRun(page, { prompt, scenario: 'Careful' })
    await expect(page.getByText(prompt).first()).toBeVisible()
    const session = await waitForEnd(page)
    expect(session).toMatchObject({ status: 'succeeded', check: { failed: false, failedCount: 0 } })
    await expect(page.getByText('succeeded').first()).toBeVisible()
    await expect(page.getByText('test/open-end.test.js').first()).toBeVisible()
  })

  await test.step('replay steps through frames, with the files as of each', async () => {
    await page.getByRole('button', { name: /Replay/ }).click()
    await expect(page.getByRole('slider')).toBeVisible()
    await page.keyboard.press('Home')
    await expect(page.getByText(/Frame 0|The start/i).first()).toBeVisible()
    await expect(page.getByRole('treeitem', { name: /open-end\.test\.js/ })).toHaveCount(0)
    await page.keyboard.press('End')
    await expect(page.getByText(/Frame 13 of 13/)).toBeVisible()
    await expect(page.getByRole('treeitem', { name: /open-end\.test\.js/ })).toBeVisible()
    await expect(page.getByText(/record verified/)).toBeVisible()
  })

  await test.step('a hasty run differs, and both are compared', async () => {
    await startRun(page, { prompt, scenario: 'Hasty' })
    expect(await waitForEnd(page)).toMatchObject({ status: 'succeeded', check: { failed: true } })
    await visit(page, 'Sessions')
    await page.getByRole('grid', { name: 'Sessions' }).focus()
    for (const key of ['Home', 'Space', 'ArrowDown', 'Space', 'c']) await page.keyboard.press(key)
    await expect(page.getByText(/First divergence/)).toBeVisible()
    await expect(page.getByText('2 of 14 checks fail')).toBeVisible()
    await expect(page.getByText('16 of 16 checks pass')).toBeVisible()
    await page.getByText('range.js').first().click()
    await expect(page.getByText(/A against B/)).toBeVisible()
  })

  await test.step('the repository is as it was, and nothing is left of the mirrors', async () => {
    expect({ hash: await hashFolder(sample), head: git(sample, 'rev-parse', 'HEAD') }).toEqual(before)
    expect(git(sample, '--no-optional-locks', 'status', '--porcelain')).toBe('')
  })

  await test.step('a second start shows everything again', async () => {
    await app.close()
    const second = await launcher.launch()
    await expect(second.page.getByText('sample-repo').first()).toBeVisible()
    await visit(second.page, 'Sessions')
    await expect(second.page.getByRole('row', { name: /Hasty/i })).toBeVisible()
    await expect(second.page.getByRole('row', { name: /Careful/i })).toBeVisible()
  })
})
