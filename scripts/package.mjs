import { command } from './lib/command.mjs'
import { ensurePackage, packageApp } from './lib/package-app.mjs'
import { say } from './lib/say.mjs'
import { setup } from './setup.mjs'

const installers = {
  linux: ['--linux', ['AppImage', 'deb']],
  darwin: ['--mac', ['dmg']],
  win32: ['--win', ['nsis']],
}

/**
 * `package.mjs dir` makes the unpacked app (and, for tests, the same with the inspector's fuse on); without an argument
 * the installers of this platform, or those it names (`package.mjs deb`). electron-builder fetches its tools for those,
 * so they need the network.
 */
await command(import.meta.url, async (args) => {
  const ready = await setup()
  if (args.includes('dir') && process.platform !== 'linux') return packageApp(ready, ['--dir'])
  if (args.includes('dir')) {
    const { GLOVEBOX_PACKAGED: app, GLOVEBOX_PACKAGED_TEST: test } = await ensurePackage(ready)
    say(`The packaged app: ${app}\nFor tests: ${test}`)
    return
  }
  if (ready.electronKind === 'registry') {
    say(
      `Note: these installers hold Electron ${ready.electronVersion}, which is for trying them, not for shipping.`,
    )
  }
  // One run each: a deb's package-type file would otherwise end up in the AppImage too.
  const [platform, kinds] = installers[process.platform]
  const asked = args.length > 0 ? args : kinds
  for (const kind of asked) await packageApp(ready, [platform, kind])
  say('The installers are in dist/.')
})
