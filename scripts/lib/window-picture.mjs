import { writeFileSync } from 'node:fs'

/**
 * Writes what the whole window shows, views laid over its page included, as a PNG. A page's own screenshot would not
 * hold those, so the picture is taken from the screen and cut to the window.
 * @param {import('@playwright/test').ElectronApplication} app
 * @param {string} file
 */
export async function windowPicture(app, file) {
  const png = await app.evaluate(async ({ BrowserWindow, desktopCapturer, screen }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('There is no window to take a picture of.')
    const bounds = window.getContentBounds()
    const { size, bounds: display } = screen.getDisplayMatching(bounds)
    const [source] = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize: size })
    if (source === undefined) throw new Error('The screen can’t be captured.')
    const rectangle = { ...bounds, x: bounds.x - display.x, y: bounds.y - display.y }
    return source.thumbnail.crop(rectangle).toPNG().toString('base64')
  })
  writeFileSync(file, Buffer.from(png, 'base64'))
}
