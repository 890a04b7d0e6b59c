import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { onTestFinished } from 'vitest'

export type Children = {
  readonly appending: string
  readonly opening: string
  readonly checkpointWorker: string
}

/** Bundles the programs that tests start as processes of their own, below the project so that they find its packages. */
export async function bundleChildren(): Promise<Children> {
  const root = resolve(import.meta.dirname, '../../..')
  mkdirSync(join(root, '.cache'), { recursive: true })
  const outDir = mkdtempSync(join(root, '.cache', 'store-children-'))
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }))
  const input = {
    appending: join(import.meta.dirname, 'appending-child.ts'),
    opening: join(import.meta.dirname, 'opening-child.ts'),
    'checkpoint-worker': join(root, 'src/main/store/checkpoint-worker.ts'),
  }
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      rollupOptions: { input, output: { format: 'es', entryFileNames: '[name].js' } },
    },
  })
  return {
    appending: join(outDir, 'appending.js'),
    opening: join(outDir, 'opening.js'),
    checkpointWorker: join(outDir, 'checkpoint-worker.js'),
  }
}
