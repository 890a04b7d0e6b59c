import { chmodSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { withoutUnusedPackages } from '../../scripts/lib/unused-packages.mjs'

/** Bundles a program of this folder into one file that any user may run; its path. */
export async function buildProgram(name: string): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'escape-program-')))
  chmodSync(folder, 0o755)
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [withoutUnusedPackages()],
    build: {
      ssr: resolve(`test/escape/${name}.ts`),
      target: 'node20.18',
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { output: { format: 'es', entryFileNames: `${name}.mjs` } },
    },
    ssr: { noExternal: true },
  })
  return join(folder, `${name}.mjs`)
}
