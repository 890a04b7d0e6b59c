import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { app, type BrowserWindow, nativeTheme, session } from 'electron'
import type { GloveboxError } from '../../shared'
import { sandboxPolicy } from '../broker'
import { createNotices, type Gateway, installGateway } from '../gateway'
import {
  appOrigin,
  ask,
  consentOrigin,
  createConsentView,
  createMainWindow,
  installMenu,
  lockDown,
  pageResponse,
  registerSchemes,
  type ServedPages,
  safeModePage,
  safeModeStyle,
  servePages,
  warn,
} from '../host'
import { endCommands } from '../process'
import { agentKeyNames, agentProviders, createAgents } from './agents'
import { systemEncryption } from './encryption'
import { createHandlers } from './handlers'
import { ensureImage } from './handlers/sandbox'
import { locateBuild, locateData, locateResources } from './locations'
import { openPathOf, secondInstanceSchema } from './open-path'
import { readPriceTable } from './price-table'
import { createRehearsal } from './rehearsal'
import { createMachineSandbox } from './sandbox'
import { createServices, type Services, type Surroundings } from './services'
import { findSqliteBinding } from './sqlite-binding'

/** Starts the app, or ends at once where it runs already: the running one then gets this start's folder. */
export function start(): void {
  const here = { cwd: process.cwd(), argv: process.argv }
  registerSchemes()
  if (!app.requestSingleInstanceLock(here)) {
    app.exit(0)
    return
  }
  lockDown(app)
  app.setName('Glovebox')
  void app.whenReady().then(() => open(openPathOf(here, app.getAppPath())))
}

async function open(openPath: string | null): Promise<void> {
  const data = locateData()
  mkdirSync(data.folder, { recursive: true, mode: 0o700 })
  const place: { window: BrowserWindow | null } = { window: null }
  const services = await createServices(locateSurroundings(place))
  if (!services.ok) return openSafeMode(services.error)
  logBugs(services.value)
  place.window = openApp(services.value, openPath)
}

/** A throw that nothing caught is a bug. It is logged; Electron's own dialog would hold up the whole main process. */
function logBugs({ log }: Services): void {
  process.on('uncaughtException', (cause) => log.error('a throw that nothing caught', { cause }))
  process.on('unhandledRejection', (cause) => log.error('a rejection that nothing caught', { cause }))
}

/** `place.window`: set once there is a window to ask the user in. */
function locateSurroundings(place: { readonly window: BrowserWindow | null }): Surroundings {
  const resources = locateResources()
  return {
    data: locateData(),
    sampleFiles: resources.sampleRepository,
    dockerfile: resources.dockerfile,
    worker: locateBuild().worker,
    sqliteBinding: findSqliteBinding(resources.packagedSqlite, app.isPackaged),
    environment: process.env,
    runtimes: (deps) => [createRehearsal(resources), ...createAgents(deps)],
    keyNames: agentKeyNames,
    encryption: systemEncryption,
    sandbox: createMachineSandbox,
    providers: agentProviders,
    home: homedir(),
    askUnsandboxed: async (project, why) =>
      place.window !== null &&
      !place.window.isDestroyed() &&
      ask(place.window, {
        message: `Run in ${project.name} without a sandbox?`,
        detail: `${why.message.replace(/^Not started: /, '')}\n\nThe agent could read and change your other files and reach the network. This is asked for each run.`,
        yes: 'Run without a sandbox',
      }),
    priceTable: readPriceTable(resources.prices),
  }
}

/** The store can't be opened: a plain page says so, nothing is replaced, and no call is answered (I10). */
function openSafeMode(error: GloveboxError): void {
  session.defaultSession.protocol.handle('glovebox', (request) =>
    request.url.endsWith('/safe-mode.css')
      ? pageResponse(safeModeStyle, 'text/css; charset=utf-8')
      : pageResponse(safeModePage(error, locateData().folder)),
  )
  const window = createMainWindow({
    preload: locateBuild().appPreload,
    stateFile: locateData().windowState,
    icon: locateResources().icon,
  })
  app.on('window-all-closed', () => app.quit())
  void window.loadURL(`${appOrigin}/`)
}

function openApp(services: Services, firstOpenPath: string | null): BrowserWindow {
  const data = locateData()
  const build = locateBuild()
  const resources = locateResources()
  const { store } = services
  const notices = createNotices()
  const pages = (index: string): ServedPages => ({
    folder: build.pages,
    index,
    developmentServer: app.isPackaged ? null : (process.env['ELECTRON_RENDERER_URL'] ?? null),
  })
  let openPath = firstOpenPath

  nativeTheme.themeSource = store.read.settings().theme
  servePages(session.defaultSession, 'glovebox', pages('app.html'))
  const window = createMainWindow({
    preload: build.appPreload,
    stateFile: data.windowState,
    icon: resources.icon,
  })
  const consentView = createConsentView({
    window,
    preload: build.consentPreload,
    pages: pages('consent.html'),
    onChange: () => notices.announce({ topic: 'consent_view', id: consentView.pending() }),
  })
  const gateway = installGateway({
    senders: {
      appContentsId: () => (window.isDestroyed() ? null : window.webContents.id),
      consentContentsId: consentView.contentsId,
      appOrigin,
      consentOrigin,
    },
    handlers: createHandlers(services, {
      window,
      consentView,
      notices,
      takeOpenPath: () => {
        const path = openPath
        openPath = null
        return path
      },
    }),
    store,
    notices,
    maskError: services.maskError,
    ensureImage: (choice, tell, signal) =>
      ensureImage({ images: services.images, read: store.read }, choice, tell, signal),
    onBug: (name, cause) => services.log.error('a call failed', { call: name, cause: String(cause) }),
  })
  store.onCommit((id, events) => {
    if (events.some(({ body }) => body.type === 'session.started' || body.type === 'session.finished'))
      notices.announce({ topic: 'sessions', id })
  })
  installMenu({
    development: !app.isPackaged,
    chooseProject: () => notices.announce({ topic: 'menu', id: 'choose-project' }),
  })

  app.on('second-instance', (_event, _argv, _cwd, sent) => {
    focus(window)
    const start = secondInstanceSchema.safeParse(sent)
    openPath = start.success ? openPathOf(start.data, app.getAppPath()) : null
    if (openPath !== null) notices.announce({ topic: 'open_path', id: openPath })
  })
  services.onUnrecorded((error) => {
    if (!window.isDestroyed())
      void warn(
        window,
        'What runs do can’t be recorded.',
        `${services.maskError(error).message} Runs are stopped, and what they did so far is stored once that is possible, as long as Glovebox stays open.`,
      )
  })
  quitInOrder(services, gateway, window)
  void window.loadURL(`${appOrigin}/`)
  // Measured while nobody waits for it: what the next run would be held by.
  void services.sandbox
    .choose(sandboxPolicy(store.read, null), 'none')
    .then(() => notices.announce({ topic: 'sandbox', id: null }))
  return window
}

function focus(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}

const shutdownMs = 8000

/** Quits only once running agents and commands are ended and the sessions closed; not later than the shutdown time. */
function quitInOrder(
  { broker, store, workspace, log }: Services,
  gateway: Gateway,
  window: BrowserWindow,
): void {
  let ready = false
  let asked = false
  let asking = false
  // The window stays until the question about running agents is answered.
  window.on('close', (event) => {
    if (asked || broker.active().length === 0) return
    event.preventDefault()
    app.quit()
  })
  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', (event) => {
    if (ready) return
    event.preventDefault()
    const running = broker.active().length
    if (asking) return
    if (!asked && running > 0 && !window.isDestroyed()) {
      asking = true
      void ask(window, {
        message: running === 1 ? 'One run is still going on.' : `${running} runs are still going on.`,
        detail: 'Quitting ends it. What it has recorded is kept.',
        yes: 'End and quit',
      }).then((yes) => {
        asking = false
        asked = yes
        if (yes) app.quit()
      })
      return
    }
    asked = true
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, shutdownMs))
    const ended = broker.cancelAll('shutdown').then(endCommands)
    void Promise.race([ended, timeout]).then(() => {
      ready = true
      log.info('closing', {})
      // In this order: a stream reads from the store, and a worker holds files of the data folder open.
      gateway.close()
      void workspace.close()
      store.close()
      app.quit()
    })
  })
}
