import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { agentEnvironment } from './lib/agent-programs.mjs'
import { command } from './lib/command.mjs'
import { withDisplay } from './lib/display.mjs'
import { localCache, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { withoutUnusedPackages } from './lib/unused-packages.mjs'
import { setup } from './setup.mjs'

const outDir = join(localCache, 'bench')

/** Bundles test/bench/main.ts as the app's main is bundled, workers beside it, and runs it; arguments are its own. */
await command(import.meta.url, async (args) => {
  // With --json, standard output belongs to the measures.
  if (args.includes('--json')) console.log = console.error
  const { env } = await setup()
  const named = args.filter((arg) => !arg.startsWith('--'))
  // The one bench that has a real agent do its worst.
  const programs = named.length === 0 || named.includes('app-disasters') ? await agentEnvironment() : {}
  await bundle()
  const { code } = await withDisplay((display) =>
    run(process.execPath, ['--expose-gc', '--enable-source-maps', join(outDir, 'main.js'), ...args], {
      show: true,
      cwd: root,
      env: { ...process.env, ...env, ...programs, ...display },
    }),
  )
  return code
})

async function bundle() {
  const { build } = await import('vite')
  const input = { main: join(root, 'test/bench/main.ts'), ...workers(join(root, 'src/main')) }
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [withoutUnusedPackages()],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      target: 'node20.18',
      rollupOptions: { input, output: { format: 'es', entryFileNames: '[name].js' } },
    },
  })
}

/** The worker scripts of main, by their name without extension: where the app expects them beside its own file. */
function workers(folder) {
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('-worker.ts'))
  return Object.fromEntries(names.map((name) => [basename(name, '.ts'), join(folder, name)]))
}
