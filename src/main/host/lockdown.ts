import type { App, Session, WebContents } from 'electron'

/** Closes what pages could do beyond their own origin: navigation, new windows, webviews, permissions, downloads. */
export function lockDown(app: App): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents))
  app.on('session-created', lockSession)
}

function lockContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** Copying text is the one permission a page keeps: it needs a user gesture and reads nothing. */
const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

function lockSession(each: Session): void {
  each.setPermissionRequestHandler((_contents, permission, decide) => decide(allowed.has(permission)))
  each.setPermissionCheckHandler((_contents, permission) => allowed.has(permission))
  each.setDevicePermissionHandler(() => false)
  each.on('will-download', (event) => event.preventDefault())
}
