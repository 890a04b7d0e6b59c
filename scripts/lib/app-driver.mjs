import { _electron } from '@playwright/test'

/**
 * Drives the real app: what the tour and the end-to-end tests share.
 * @typedef {import('@playwright/test').ElectronApplication} ElectronApplication
 * @typedef {import('@playwright/test').Page} Page
 */

/**
 * Starts the app with a profile of its own.
 * @param {{ electron: string, electronArgs?: readonly string[], appFolder: string | null, profile: string, args?: readonly string[], env?: Record<string, string | undefined> }} options
 *   `appFolder` null: a packaged app, which is its own folder.
 * @returns {Promise<{ app: ElectronApplication, page: Page }>}
 */
export async function launchApp({ electron, electronArgs = [], appFolder, profile, args = [], env = {} }) {
  const app = await _electron.launch({
    executablePath: electron,
    args: [
      ...electronArgs,
      ...(appFolder === null ? [] : [appFolder]),
      `--user-data-dir=${profile}`,
      ...args,
    ],
    env: definedOnly({ ...process.env, ...env }),
    timeout: 60_000,
  })
  const page = await appPage(app)
  await answerDialogs(app)
  return { app, page }
}

const evaluations = 5

/** Nobody sits before the dialogs of the system's: they are answered with yes, unless a test answers otherwise. */
async function answerDialogs(app) {
  for (let left = evaluations; ; left -= 1) {
    try {
      await app.evaluate(({ dialog }) => {
        dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
      })
      return
    } catch (error) {
      // While the app starts, V8 may collect the promise that the driver waits for.
      if (left === 1 || !String(error).includes('garbage collected')) throw error
    }
  }
}

/** The app's own page, once it is there: the consent view is a page of its own. */
export async function appPage(app) {
  return pageAt(app, 'glovebox://app')
}

/** The consent view's page, once it is there and has its content. */
export async function consentPage(app) {
  const page = await pageAt(app, 'glovebox-consent://')
  await page.waitForLoadState('domcontentloaded')
  return page
}

async function pageAt(app, start) {
  const deadline = Date.now() + 30_000
  for (;;) {
    const found = app.windows().find((page) => page.url().startsWith(start))
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`No page at ${start} within 30 s.`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

/**
 * Drops folders or files on the window as a desktop does: real drag events with real paths.
 * @param {Page} page
 * @param {readonly string[]} paths
 */
export async function dropOn(page, paths) {
  await page.getByRole('navigation').first().waitFor()
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await client.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data })
  await client.detach()
}

const definedOnly = (env) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
