import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { command } from './lib/command.mjs'
import { needsDisplay, withDisplay } from './lib/display.mjs'
import { electronArgs } from './lib/electron-args.mjs'
import { root } from './lib/paths.mjs'
import { say } from './lib/say.mjs'
import { setup } from './setup.mjs'

await command(import.meta.url, async (args) => {
  const { electron, env } = await setup()
  if (args.includes('--tour')) return playTour(electron, env)
  if (needsDisplay()) {
    say('There is no display here, so the tour is played on a virtual one.')
    return playTour(electron, env)
  }
  return open(electron, env, args)
})

async function playTour(electron, env) {
  const { tour } = await import('./tour.mjs')
  return withDisplay((display) =>
    tour({ electron, env: { ...process.env, ...env, ...display }, outDir: join(root, 'tour') }),
  )
}

/** The arguments go to the app as they are, a folder for instance. */
function open(electron, env, args) {
  const all = [...electronArgs(electron), root, ...args]
  const app = spawn(electron, all, { stdio: 'inherit', env: { ...process.env, ...env } })
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => app.kill('SIGTERM'))
  return new Promise((done, fail) => {
    app.on('error', fail)
    app.on('close', (code) => done(code ?? 1))
  })
}
