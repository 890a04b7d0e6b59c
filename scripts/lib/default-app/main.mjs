/**
 * What `electron <folder>` does, for an Electron that came without its default app: take the folder's name, version
 * and path as the app's own, then run its main file. It must be an ES module with a top-level await: that holds back
 * `ready` until the app's main has run, as protocol.registerSchemesAsPrivileged needs.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const fail = (message) => {
  console.error(message)
  process.exit(1)
}

const given = process.argv.slice(1).find((argument) => !argument.startsWith('-'))
if (!given) fail('Name the folder of an app: electron <folder>')
const path = resolve(given)
if (!existsSync(path)) fail(`There is no app at ${path}`)

process.defaultApp = true
let main = path
if (statSync(path).isDirectory()) {
  const file = join(path, 'package.json')
  const description = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  if (description.version) app.setVersion?.(description.version)
  const name = description.productName ?? description.name
  if (name) app.setName(name)
  app.setDesktopName?.(description.desktopName ?? `${app.getName()}.desktop`)
  app.setAppPath(path)
  main = createRequire(join(path, 'package.json')).resolve(path)
}

try {
  await import(pathToFileURL(main).href)
} catch (error) {
  fail(`The app at ${path} could not be started.\n\n${error?.stack ?? error}`)
}
