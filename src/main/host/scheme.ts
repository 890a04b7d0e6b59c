import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { net, protocol, type Session } from 'electron'

/** The two origins Glovebox serves its pages from. There is no file:// and no http:// page. */
export const appOrigin = 'glovebox://app'
export const consentOrigin = 'glovebox-consent://consent'

const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true } as const

/** Must run before the app is ready. */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'glovebox', privileges },
    { scheme: 'glovebox-consent', privileges },
  ])
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

export type ServedPages = {
  /** Folder of the built pages. */
  readonly folder: string
  /** The page that the origin's root answers with. */
  readonly index: string
  /** Development server to ask instead; its injected inline scripts need a looser policy. Null in a build. */
  readonly developmentServer: string | null
}

/** Serves built pages on one scheme of one session: only files of the folder, always with the content policy. */
export function servePages(session: Session, scheme: string, pages: ServedPages): void {
  session.protocol.handle(scheme, async (request) => {
    const path = decodeURIComponent(new URL(request.url).pathname)
    const name = path === '/' ? pages.index : path.slice(1)
    if (pages.developmentServer !== null) return net.fetch(new URL(name, pages.developmentServer).href)
    const file = normalize(join(pages.folder, name))
    if (!file.startsWith(pages.folder + sep)) return new Response(null, { status: 404 })
    const type = types[extname(file)]
    const body = type === undefined ? null : await readFile(file).catch(() => null)
    if (type === undefined || body === null) return new Response(null, { status: 404 })
    return pageResponse(new Uint8Array(body), type)
  })
}

export function pageResponse(body: Uint8Array<ArrayBuffer> | string, type = types['.html'] ?? ''): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
    },
  })
}
