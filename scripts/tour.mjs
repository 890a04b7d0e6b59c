import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consentPage, dropOn, launchApp } from './lib/app-driver.mjs'
import { command } from './lib/command.mjs'
import { withDisplay } from './lib/display.mjs'
import { electronArgs } from './lib/electron-args.mjs'
import { callMain, decline, grant, laySampleOut, startRun, visit, waitForEnd } from './lib/journey.mjs'
import { root } from './lib/paths.mjs'
import { say } from './lib/say.mjs'
import { comparisonTable } from './lib/tour-table.mjs'
import { windowPicture } from './lib/window-picture.mjs'
import { setup } from './setup.mjs'

const prompt = 'Make parseRange accept open ends such as “3-”, and keep everything else as it is.'

await command(import.meta.url, async () => {
  const { electron, env } = await setup()
  return withDisplay((display) =>
    tour({ electron, env: { ...process.env, ...env, ...display }, outDir: join(root, 'tour') }),
  )
})

/**
 * Plays the main job in the real app: drop, grant, run twice, replay, compare. Writes a picture of each view in both
 * themes and prints how the two runs compare.
 * @param {{ electron: string, env: Record<string, string | undefined>, outDir: string }} options
 * @returns {Promise<number>} exit code
 */
export async function tour({ electron, env, outDir }) {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-tour-'))
  mkdirSync(outDir, { recursive: true })
  const { app, page } = await launchApp({
    electron,
    electronArgs: electronArgs(electron),
    appFolder: root,
    profile: join(folder, 'profile'),
    env,
  })
  try {
    await play(app, page, outDir)
    return 0
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const themes = ['light', 'dark']

/** Waits until a page shows a theme and nothing in it moves any more. */
async function settled(page, theme) {
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme)
  await page.evaluate(
    () =>
      new Promise((done) => {
        const wait = () => {
          const moving = document.getAnimations().some(({ effect, playState }) => {
            return (
              playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
            )
          })
          if (moving) requestAnimationFrame(wait)
          else requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))
        }
        wait()
      }),
  )
  await page.waitForTimeout(300)
}

async function play(app, page, outDir) {
  const picture = async (name) => {
    for (const theme of themes) {
      await callMain(page, 'settings.update', { theme })
      await settled(page, theme)
      await windowPicture(app, join(outDir, `${name}-${theme}.png`))
    }
  }

  say('Tour: dropping the sample repository on the window')
  const sample = await laySampleOut(app, page)
  await page.getByText('No projects yet').waitFor()
  await picture('projects-first-use')
  await dropOn(page, [sample])

  say('Tour: granting consent in the consent view')
  await decline(app)
  const [project] = await callMain(page, 'projects.list')
  for (const theme of themes) {
    // The consent view is shown in the theme that is set when it opens.
    await callMain(page, 'settings.update', { theme })
    await settled(page, theme)
    await callMain(page, 'consent.open', { projectId: project.id })
    const consent = await consentPage(app)
    await consent.getByRole('button', { name: 'See all' }).waitFor()
    await settled(consent, theme)
    await windowPicture(app, join(outDir, `consent-${theme}.png`))
    if (theme !== themes.at(-1)) await decline(app)
  }
  await grant(app, { scope: 'Until I revoke it' })
  await page.getByText('sample-repo').first().waitFor()
  await picture('projects')

  say('Tour: the Rehearsal agent works carefully')
  await visit(page, 'Run')
  await page.getByRole('textbox', { name: /What shall the agent do/ }).fill(prompt)
  await picture('run-composer')
  await startRun(page, { prompt, scenario: 'Careful' })
  await page.getByText('src/range.js').last().waitFor()
  await picture('run')
  const careful = await waitForEnd(page)

  say('Tour: and hastily')
  await startRun(page, { prompt, scenario: 'Hasty' })
  const hasty = await waitForEnd(page)
  await visit(page, 'Sessions')
  await page.getByText('Hasty').first().waitFor()
  await picture('sessions')

  say('Tour: replaying the careful run')
  await page
    .getByRole('row', { name: /Careful/i })
    .first()
    .dblclick()
  await page.getByRole('slider').waitFor()
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowRight')
  await page.waitForTimeout(1200)
  await picture('replay')

  say('Tour: comparing both')
  await visit(page, 'Sessions')
  await page.getByRole('grid', { name: 'Sessions' }).focus()
  for (const key of ['Home', 'Space', 'ArrowDown', 'Space', 'c']) await page.keyboard.press(key)
  await page.getByText(/First divergence/).waitFor()
  await page.waitForTimeout(1200)
  await picture('compare')
  await visit(page, 'Settings')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await picture('settings')

  const comparison = await callMain(page, 'sessions.compare', { left: hasty.id, right: careful.id })
  process.stdout.write(`\n${comparisonTable(comparison)}\n\n`)
  say(`Pictures of every view, light and dark: ${outDir}`)
}
