import { fileURLToPath } from 'node:url'
import { app, BrowserWindow } from 'electron'

app.on('window-all-closed', () => app.quit())
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false })
  window.once('ready-to-show', () => window.show())
  void window.loadFile(fileURLToPath(new URL('index.html', import.meta.url)))
})
