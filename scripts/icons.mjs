import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from './lib/command.mjs'
import { withDisplay } from './lib/display.mjs'
import { electronArgs } from './lib/electron-args.mjs'
import { icns, ico } from './lib/icon-files.mjs'
import { root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { SetupError, say } from './lib/say.mjs'
import { setup } from './setup.mjs'

const folder = join(root, 'resources/icons')
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

/** Draws every icon file from resources/icons/glovebox.svg with the Electron at hand. */
await command(import.meta.url, async () => {
  const { electron } = await setup({ build: false })
  const work = mkdtempSync(join(tmpdir(), 'glovebox-icons-'))
  try {
    const app = join(root, 'scripts/lib/icon-drawer')
    const args = [...electronArgs(electron), app, join(folder, 'glovebox.svg'), work, sizes.join(',')]
    const drawn = await withDisplay((display) =>
      run(electron, args, { timeout: 60_000, env: { ...process.env, ...display } }),
    )
    if (drawn.code !== 0) throw new SetupError(`The icons could not be drawn:\n${drawn.output}`)
    const png = Object.fromEntries(sizes.map((size) => [size, readFileSync(join(work, `${size}.png`))]))
    for (const size of sizes.filter((size) => size <= 512)) {
      writeFileSync(join(folder, `${size}x${size}.png`), png[size])
    }
    writeFileSync(join(folder, 'icon.icns'), icns(png))
    writeFileSync(join(folder, 'icon.ico'), ico(png))
    say(`Drew ${sizes.length} sizes into resources/icons.`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
})
