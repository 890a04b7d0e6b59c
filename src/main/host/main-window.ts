import { BrowserWindow, nativeTheme } from 'electron'
import { keepWindowState, readWindowState } from './window-state'

export type MainWindowOptions = {
  readonly preload: string
  readonly stateFile: string
  readonly icon: string
}

/** Page background before the first paint, as in the window's own tokens. */
export const backgrounds = { dark: '#0e1315', light: '#f5f7f7' } as const

/** The one app window: sandboxed, context-isolated, shown when its first frame is ready. */
export function createMainWindow({ preload, stateFile, icon }: MainWindowOptions): BrowserWindow {
  const state = readWindowState(stateFile)
  const window = new BrowserWindow({
    width: state?.width ?? 1280,
    height: state?.height ?? 800,
    ...(state === null ? {} : { x: state.x, y: state.y }),
    minWidth: 960,
    minHeight: 600,
    show: false,
    title: 'Glovebox',
    icon,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  })
  keepWindowState(window, stateFile)
  window.once('ready-to-show', () => {
    if (state?.maximized === true) window.maximize()
    window.show()
  })
  return window
}
