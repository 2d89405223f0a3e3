import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'

const shared = {
  environment: 'node',
  exclude: ['**/node_modules/**', '**/build/**', 'e2e/**'],
  // How long is waited says nothing where a condition is waited for; a busy machine is not a failure.
  expect: { poll: { timeout: 45_000 } },
  testTimeout: 120_000,
  hookTimeout: 180_000,
}

/** Names tests that passed at the second try: each is a fault to be found, here or in the product. */
const namesSecondTries: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) console.log(`passed at the second try: ${test.fullName}`)
  },
}

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    retry: process.env['CI'] ? 1 : 0,
    reporters: ['default', namesSecondTries],
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
          globalSetup: ['launch/testing/global-setup.ts'],
          // Nothing of a module outlives a test, and loading them for each file was a third of the time.
          isolate: false,
        },
      },
    ],
  },
})
