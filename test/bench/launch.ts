import { resolve } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { launchApp } from '../../scripts/lib/app-driver.mjs'
import { electronArgs } from '../../scripts/lib/electron-args.mjs'

/** The Electron that the set-up found. */
export function electronPath(): string {
  const electron = process.env['GLOVEBOX_ELECTRON']
  if (electron === undefined) throw new Error('GLOVEBOX_ELECTRON is not set: start it by npm run bench.')
  return electron
}

/** Runs `work` in the real app with this profile, and closes it. */
export async function inApp<T>(
  profile: string,
  work: (app: ElectronApplication, page: Page) => Promise<T>,
): Promise<T> {
  const electron = electronPath()
  const { app, page } = await launchApp({
    electron,
    electronArgs: electronArgs(electron),
    appFolder: resolve('.'),
    profile,
  })
  try {
    return await work(app, page)
  } finally {
    await app.close()
  }
}
