import { defineConfig } from 'vitest/config'

/** What needs a machine that lets programs be boxed, and a container engine: by npm run test:escape. */
const boxed = [
  'test/integration/sandbox/**/*.test.ts',
  'test/agents/{boxed,held,held-elsewhere,crash-held,disasters}.test.ts',
]

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'test/support/temporary-root.ts',
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: boxed,
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          pool: 'forks',
          globalSetup: 'test/support/temporary-root.ts',
        },
      },
      {
        test: {
          name: 'escape',
          include: ['test/escape/**/*.test.ts', ...boxed],
          environment: 'node',
          // One actor after the other: they measure times, and what one leaves would be seen by the next.
          testTimeout: 300_000,
          hookTimeout: 60_000,
          pool: 'forks',
          fileParallelism: false,
          globalSetup: 'test/support/temporary-root.ts',
        },
      },
      {
        test: {
          name: 'agents',
          include: ['test/agents/**/*.test.ts'],
          exclude: boxed,
          environment: 'node',
          // A real program may go through all its retries; one file after the other, for each program takes a core.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          pool: 'forks',
          fileParallelism: false,
          globalSetup: 'test/support/temporary-root.ts',
        },
      },
    ],
  },
})
