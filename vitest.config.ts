import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'

const shared = {
  environment: 'node' as const,
  exclude: [...configDefaults.exclude, '**/build/**', 'e2e/**'],
  expect: { poll: { timeout: 15_000 } },
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/** Tests that need no PostgreSQL, except those that match `databaseTests`. */
const unitTests =
  '{domain,sandbox,demo-pictures,backend/src,supabase/functions/_shared}/**/*.test.ts'
const databaseTests = '**/*.database.test.ts'

const webTests = 'web/**/*.test.ts'
/** Web tests that replace modules or globals with mocks, or import a module again for new state. */
const mockingWebTests = globSync(webTests, {
  cwd: import.meta.dirname,
  exclude: ['**/node_modules'],
}).filter((file) =>
  /\bvi\.(do)?mock\(|\bvi\.stub|\bglobalThis\.|\bawait import\(/.test(
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  ),
)

/** Names each test that passed only on retry: the test or the product must have a bug. */
const reportRetries: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) console.log(`passed only on retry: ${test.fullName}`)
  },
}

export default defineConfig({
  test: {
    pool: 'threads',
    // More workers than cores, because database tests spend half of their time waiting.
    maxWorkers: 3,
    retry: process.env['CI'] ? 1 : 0,
    reporters: ['default', reportRetries],
    projects: [
      // Isolates only tests with mocks. Loading the modules again for each isolated file took most
      // of the time.
      { test: { ...shared, name: 'web-mocks', include: mockingWebTests } },
      {
        test: {
          ...shared,
          name: 'web',
          include: [webTests],
          exclude: [...shared.exclude, ...mockingWebTests],
          isolate: false,
        },
      },
      {
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
