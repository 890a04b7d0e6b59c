/** An Electron app: `electron icon-drawer <svg> <folder> <size,size,…>` writes <folder>/<size>.png and ends. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

const [svg, folder, sizes] = process.argv.slice(-3)

/** Runs in the page. Lines thinner than about 1.5 pixels would blur at small sizes. */
async function draw(source, size) {
  const stroke = Math.max(20, Math.round((1.5 * 512) / size))
  const text = source.replaceAll('var(--stroke, 20)', String(stroke))
  const image = new Image(size, size)
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = new OffscreenCanvas(size, size)
  canvas.getContext('2d').drawImage(image, 0, 0, size, size)
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

async function drawAll() {
  const window = new BrowserWindow({ show: false })
  await window.loadURL('data:text/html,<title>icons</title>')
  const source = readFileSync(svg, 'utf8')
  for (const size of sizes.split(',').map(Number)) {
    const png = await window.webContents.executeJavaScript(`(${draw})(${JSON.stringify(source)}, ${size})`)
    writeFileSync(join(folder, `${size}.png`), Buffer.from(png, 'base64'))
  }
}

// Not awaited here: Electron is not ready before the main module has run to its end.
app
  .whenReady()
  .then(drawAll)
  .then(() => app.exit(0))
  .catch((error) => {
    console.error(error)
    app.exit(1)
  })
