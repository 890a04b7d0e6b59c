import { consentPage } from './app-driver.mjs'

/**
 * The steps of the main job, as a user takes them: what the tour shows and the end-to-end tests check.
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').ElectronApplication} ElectronApplication
 */

/** @param {Page} page @param {string} name @param {unknown} input makes a call of the app's own bridge */
export async function callMain(page, name, input = {}) {
  const reply = await page.evaluate(([call, value]) => window.glovebox.call(call, value), [name, input])
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
  return reply.value
}

/**
 * Lays the sample repository out and takes it off the list again, so that it can be dropped like any other folder.
 * @param {ElectronApplication} app @param {Page} page
 * @returns {Promise<string>} its path
 */
export async function laySampleOut(app, page) {
  const project = await callMain(page, 'projects.add_sample')
  await decline(app)
  await callMain(page, 'projects.remove', { projectId: project.id })
  return project.path
}

/** Escape in the consent view. The page goes away while the key is still down. */
export async function decline(app) {
  const page = await consentPage(app)
  await page.getByRole('button', { name: /Not now/ }).waitFor()
  await page.keyboard.press('Escape').catch(() => undefined)
  await gone(page)
}

/**
 * Grants as shown, and commands besides: the sample's tests are run by them.
 * @param {ElectronApplication} app @param {{ scope?: 'Once' | 'Until I revoke it' }} [options]
 */
export async function grant(app, { scope = 'Once' } = {}) {
  const page = await consentPage(app)
  const commands = page.getByRole('switch', { name: 'Run commands' })
  await commands.waitFor()
  if ((await commands.getAttribute('aria-checked')) === 'false') await commands.click()
  await page.getByText(scope, { exact: true }).click()
  await page.getByRole('button', { name: /^Let / }).click()
  await gone(page)
}

const gone = (page) =>
  page.isClosed() ? undefined : page.waitForEvent('close', { timeout: 15_000 }).catch(() => undefined)

/**
 * Opens a view by the rail. The first click returns to where one was in that view, the second to its beginning.
 * @param {Page} page @param {string} view its word there
 */
export async function visit(page, view) {
  const entry = page.getByRole('navigation').first().getByText(view, { exact: true })
  await entry.click()
  await entry.click()
}

/**
 * Starts a run from the composer and waits until its session exists.
 * @param {Page} page @param {{ prompt: string, scenario?: string, agent?: string }} run
 */
export async function startRun(page, { prompt, scenario, agent = 'Rehearsal' }) {
  await visit(page, 'Run')
  await page.getByRole('textbox', { name: /What shall the agent do/ }).fill(prompt)
  await page.getByRole('radio', { name: new RegExp(`^${agent}`) }).check({ force: true })
  if (scenario !== undefined)
    await page.getByRole('radio', { name: new RegExp(scenario, 'i') }).check({ force: true })
  await page.getByRole('button', { name: /Start run/ }).click()
  await page.getByRole('heading', { name: new RegExp(`${agent} on `) }).waitFor()
}

/** Waits until the newest session has ended. @param {Page} page */
export async function waitForEnd(page, timeout = 90_000) {
  const deadline = Date.now() + timeout
  for (;;) {
    const { sessions } = await callMain(page, 'sessions.list', { projectId: null, before: null, limit: 1 })
    const [newest] = sessions
    if (newest !== undefined && newest.status !== 'running') return newest
    if (Date.now() > deadline) throw new Error('The run did not end in time.')
    await page.waitForTimeout(200)
  }
}
