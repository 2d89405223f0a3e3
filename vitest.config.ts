import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/build/**', 'e2e/**'],
    globalSetup: ['launch/testing-setup.ts'],
    pool: 'threads',
    maxWorkers: 2,
    // Tests share no state of modules, and loading them anew for each file was a third of the time.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
