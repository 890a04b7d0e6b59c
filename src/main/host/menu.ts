import { Menu, type MenuItemConstructorOptions } from 'electron'

/** The application menu: what a desktop user expects, without reload or developer tools in a packaged app. */
export function installMenu(options: {
  readonly development: boolean
  readonly chooseProject: () => void
}): void {
  const development: MenuItemConstructorOptions[] = options.development
    ? [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
    : []
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        { label: 'Add a repository…', accelerator: 'CmdOrCtrl+O', click: options.chooseProject },
        { type: 'separator' },
        process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...development,
      ],
    },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
