import { command } from './lib/command.mjs'
import { needsDisplay } from './lib/display.mjs'
import { inModules, root } from './lib/paths.mjs'
import { isRoot, run } from './lib/run.mjs'
import { SetupError } from './lib/say.mjs'
import { setup } from './setup.mjs'

/** electron-vite's development server: the window reloads as its sources change. */
await command(import.meta.url, async (args) => {
  const { env } = await setup({ build: false })
  if (needsDisplay())
    throw new SetupError('npm run dev opens a window and there is no display here: set DISPLAY.')
  const sandbox = isRoot() ? ['--noSandbox'] : []
  const vite = [inModules('electron-vite', 'bin', 'electron-vite.js'), 'dev', '--watch', ...sandbox, ...args]
  const { code } = await run(process.execPath, vite, {
    show: true,
    cwd: root,
    env: { ...process.env, ...env },
  })
  return code
})
