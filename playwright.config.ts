import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Two cores: a second Electron beside the first makes both unsteady.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
})
