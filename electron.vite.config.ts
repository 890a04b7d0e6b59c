import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { withoutUnusedPackages } from './scripts/lib/unused-packages.mjs'

// The oldest Electron the app must run on is 33 (Node 20.18, Chromium 130); see docs/decisions.
const mainTarget = 'node20.18'
const webTarget = 'chrome130'

export default defineConfig({
  main: {
    plugins: [withoutUnusedPackages()],
    build: {
      target: mainTarget,
      sourcemap: true,
      rollupOptions: {
        input: {
          index: resolve('src/main/index.ts'),
          'mirror-worker': resolve('src/main/workspace/mirror-worker.ts'),
          'snapshot-worker': resolve('src/main/workspace/snapshot-worker.ts'),
          'align-worker': resolve('src/main/replay/align-worker.ts'),
          'egress-worker': resolve('src/main/egress/egress-worker.ts'),
          'checkpoint-worker': resolve('src/main/store/checkpoint-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  },
  preload: {
    build: {
      // electron-vite takes only a Node target here; Node 20's language level is within Chromium 130's.
      target: mainTarget,
      externalizeDeps: false,
      rollupOptions: {
        input: { app: resolve('src/preload/app.ts'), consent: resolve('src/preload/consent.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    build: {
      target: webTarget,
      minify: true,
      sourcemap: true,
      assetsInlineLimit: 0,
      rollupOptions: {
        input: { app: resolve('src/renderer/app.html'), consent: resolve('src/renderer/consent.html') },
      },
    },
    worker: { format: 'es' },
  },
})
