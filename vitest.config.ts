import { configDefaults, defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'

const shared = {
  environment: 'node' as const,
  exclude: [...configDefaults.exclude, '**/build/**', 'e2e/**'],
  expect: { poll: { timeout: 15_000 } },
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/** Test files that need no PostgreSQL. Of the matching files, only `*.database.test.ts` need it. */
const unitTests =
  '{domain,sandbox,demo-pictures,backend/src,supabase/functions/_shared}/**/*.test.ts'
const databaseTests = '**/*.database.test.ts'

/** Names each test that passed only on retry: the test or the product must have a bug. */
const reportRetries: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) console.log(`passed only on retry: ${test.fullName}`)
  },
}

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    retry: process.env['CI'] ? 1 : 0,
    reporters: ['default', reportRetries],
    projects: [
      {
        // Web tests are isolated, because browser modules keep page state and tests replace modules
        // with mocks.
        test: { ...shared, name: 'web', include: ['web/**/*.test.ts'] },
      },
      {
        // Unit tests are not isolated: loading the modules for each file took a third of the time.
        test: {
          ...shared,
          name: 'unit',
          include: [unitTests],
          exclude: [...shared.exclude, databaseTests],
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'database',
          include: ['**/*.test.ts'],
          exclude: [
            ...shared.exclude,
            'web/**',
            unitTests.replace('*.test.ts', '!(*.database).test.ts'),
          ],
          globalSetup: ['launch/testing/global-setup.ts'],
          isolate: false,
        },
      },
    ],
  },
})
