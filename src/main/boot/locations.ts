import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'

/** Where the app's own files lie: beside the archive in a packaged app, in the checkout otherwise. */
export function locateResources() {
  const resources = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources')
  return {
    rehearsalAgent: join(resources, 'rehearsal', 'agent.mjs'),
    rehearsalScenarios: join(resources, 'rehearsal', 'scenarios'),
    sampleRepository: join(resources, 'sample-repo'),
    prices: join(resources, 'prices.json'),
    dockerfile: join(resources, 'sandbox', 'Dockerfile'),
    icon: join(resources, 'icons', '256x256.png'),
    /** The SQLite addon of a package that runs on an Electron which the prebuilt one does not fit. */
    packagedSqlite: join(resources, 'native', 'better_sqlite3.node'),
  }
}

/** Built code beside this file: preloads, pages and worker entries. */
export function locateBuild() {
  const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
  return {
    appPreload: here('../preload/app.cjs'),
    consentPreload: here('../preload/consent.cjs'),
    pages: here('../renderer'),
    worker: (name: string): URL => new URL(`./${name}.js`, import.meta.url),
  }
}

/** Everything Glovebox writes, below the app's own data folder. */
export function locateData() {
  const folder = app.getPath('userData')
  return {
    folder,
    store: join(folder, 'store'),
    runs: join(folder, 'runs'),
    logs: join(folder, 'logs'),
    sample: join(folder, 'sample-repo'),
    keys: join(folder, 'keys.json'),
    sandbox: join(folder, 'sandbox'),
    windowState: join(folder, 'window.json'),
  }
}
