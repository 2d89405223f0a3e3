import { defineConfig } from 'vitest/config'

const shared = { environment: 'node', exclude: ['**/node_modules/**', '**/build/**', 'e2e/**'] }

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    projects: [
      {
        // Modules of the browser hold the state of a page, and tests put others in their place.
        test: { ...shared, name: 'web', include: ['web/**/*.test.ts'] },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['**/*.test.ts'],
          exclude: [...shared.exclude, 'web/**'],
          globalSetup: ['launch/testing-setup.ts'],
          // Nothing of a module outlives a test, and loading them for each file was a third of the time.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
