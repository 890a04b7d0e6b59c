import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { callMain, grant, laySampleOut, startRun, visit, waitForEnd } from '../../scripts/lib/journey.mjs'
import { dropOn, expect, test } from './support/app'

// I7: nothing weaker is taken silently.
test('where no sandbox can be used, each run is asked for in a dialog of the system’s, and says what it is', async ({
  launcher,
}) => {
  // A PATH on which git is, and no sandbox.
  const path = join(launcher.scratch, 'bin')
  mkdirSync(path)
  for (const name of ['git', 'node', 'sh']) symlinkSync(`/usr/bin/${name}`, join(path, name))
  const { app, page } = await launcher.launch({ env: { PATH: path, DOCKER_HOST: '' } })
  await app.evaluate(({ dialog }) => {
    const asked: string[] = []
    Object.assign(globalThis, { asked, answer: 0 })
    dialog.showMessageBox = (_window: unknown, options?: { message?: string }) => {
      asked.push(options?.message ?? '')
      const { answer } = globalThis as unknown as { answer: number }
      return Promise.resolve({ response: answer, checkboxChecked: false })
    }
  })
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)

  await dropOn(page, [await laySampleOut(app, page)])
  await grant(app, { scope: 'Until I revoke it' })
  await visit(page, 'Run')
  await expect(page.getByText('You are asked once more before it starts.')).toBeVisible({ timeout: 120_000 })

  await startRun(page, { prompt: 'Accept open ends.', scenario: 'Careful' })
  expect(await waitForEnd(page)).toMatchObject({
    status: 'denied',
    error: { code: 'sandbox.not_consented' },
    frames: 0,
  })
  expect(await asked()).toEqual(['Run in sample-repo without a sandbox?'])

  await app.evaluate(() => Object.assign(globalThis, { answer: 1 }))
  await startRun(page, { prompt: 'Accept open ends.', scenario: 'Careful' })
  expect(await waitForEnd(page)).toMatchObject({
    status: 'succeeded',
    level: { backend: 'subprocess', title: 'Not sandboxed, limits only' },
  })
  expect(await asked()).toHaveLength(2)
  const [project] = await callMain(page, 'projects.list')
  expect(await callMain(page, 'consent.history', { projectId: project.id })).toContainEqual(
    expect.objectContaining({ kind: 'denied' }),
  )
})
