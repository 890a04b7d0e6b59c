import { type BrowserWindow, session, WebContentsView } from 'electron'
import type { ProjectId, RuntimeName } from '../../shared'
import { consentOrigin, type ServedPages, servePages } from './scheme'

/** The view that can grant (I9): main-owned, on its own scheme and session, laid over the whole window. */
export type ConsentView = {
  readonly open: (projectId: ProjectId, asked?: RuntimeName | null) => void
  readonly close: () => void
  /** The project whose consent is being asked for; null while the view is closed. */
  readonly pending: () => ProjectId | null
  /** The agent that consent is asked for, where one is. */
  readonly asked: () => RuntimeName | null
  /** Id of the view's web contents while it is open: the one sender that may grant. */
  readonly contentsId: () => number | null
}

export type ConsentViewOptions = {
  readonly window: BrowserWindow
  readonly preload: string
  readonly pages: ServedPages
  readonly onChange: () => void
}

export function createConsentView({ window, preload, pages, onChange }: ConsentViewOptions): ConsentView {
  const partition = session.fromPartition('consent')
  servePages(partition, 'glovebox-consent', pages)
  let current: {
    readonly view: WebContentsView
    readonly projectId: ProjectId
    readonly asked: RuntimeName | null
  } | null = null

  const fitToWindow = (): void => {
    const [width = 0, height = 0] = window.getContentSize()
    current?.view.setBounds({ x: 0, y: 0, width, height })
  }
  window.on('resize', fitToWindow)

  const close = (): void => {
    if (current === null) return
    const { view } = current
    current = null
    if (!window.isDestroyed()) window.contentView.removeChildView(view)
    view.webContents.close()
    if (!window.isDestroyed()) window.webContents.focus()
    onChange()
  }
  window.on('closed', close)

  const open = (projectId: ProjectId, asked: RuntimeName | null = null): void => {
    close()
    const view = new WebContentsView({
      webPreferences: {
        session: partition,
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
        navigateOnDragDrop: false,
      },
    })
    view.setBackgroundColor('#00000000')
    current = { view, projectId, asked }
    window.contentView.addChildView(view)
    fitToWindow()
    view.webContents.on('render-process-gone', close)
    void view.webContents.loadURL(`${consentOrigin}/`)
    view.webContents.once('did-finish-load', () => {
      // As large as the window it lies over.
      view.webContents.setZoomFactor(window.webContents.getZoomFactor())
      view.webContents.focus()
    })
    onChange()
  }

  return {
    open,
    close,
    pending: () => current?.projectId ?? null,
    asked: () => current?.asked ?? null,
    contentsId: () => current?.view.webContents.id ?? null,
  }
}
