import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base, type ElectronApplication, expect, type Page } from '@playwright/test'
import { appPage, consentPage, dropOn, launchApp } from '../../../scripts/lib/app-driver.mjs'
import { electronArgs } from '../../../scripts/lib/electron-args.mjs'

export type RunningApp = { readonly app: ElectronApplication; readonly page: Page; readonly pid: number }

export type Launcher = {
  /** Folder of this test's data; a second start with it finds everything again. */
  readonly profile: string
  /** A scratch folder of this test. */
  readonly scratch: string
  readonly launch: (options?: {
    args?: readonly string[]
    env?: Record<string, string>
  }) => Promise<RunningApp>
}

const electron = process.env['GLOVEBOX_ELECTRON']

/** Each test gets a fresh profile; every app it started is closed afterwards. */
export const test = base.extend<{ launcher: Launcher }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  launcher: async ({}, use) => {
    if (electron === undefined)
      throw new Error('GLOVEBOX_ELECTRON is not set: run these tests by npm run test:e2e.')
    const root = mkdtempSync(join(tmpdir(), 'glovebox-e2e-'))
    const profile = join(root, 'profile')
    const apps: ElectronApplication[] = []
    await use({
      profile,
      scratch: root,
      launch: async ({ args = [], env = {} } = {}) => {
        const started = await launchApp({
          electron,
          electronArgs: electronArgs(electron),
          appFolder: resolve('.'),
          profile,
          args,
          env: { GLOVEBOX_PACE: 'fast', ...env },
        })
        apps.push(started.app)
        return { ...started, pid: started.app.process().pid ?? 0 }
      },
    })
    await Promise.all(apps.map((app) => app.close().catch(() => undefined)))
    rmSync(root, { recursive: true, force: true })
  },
})

export { appPage, consentPage, dropOn, expect }
