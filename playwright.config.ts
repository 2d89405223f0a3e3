import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/support/browser.ts'
import type { InstanceOption } from './e2e/support/test.ts'
import { instances, temporaryFolder, type Instance } from './e2e/support/instances.ts'

process.env['TMPDIR'] = temporaryFolder

/** Specs that advance the fake Stripe's clock. */
const movesClock = ['**/main-job.e2e.ts', '**/abandoned-checkout.e2e.ts']

/**
 * Starts the product with an empty data folder, and deletes the folder at the end. The trap lets
 * the shell survive SIGTERM, so that it can delete the folder.
 */
const start = ({ port, url, dataDir }: Instance, seed: 'demo' | 'none') => ({
  command: `trap : TERM; rm -rf ${dataDir}; npm start; rm -rf ${dataDir}`,
  url: `${url}/healthz`,
  timeout: 120_000,
  env: {
    PORT: String(port),
    HOURSPACE_DATA_DIR: dataDir,
    SEED: seed,
    CALENDAR_FEEDS_ALLOW_LOOPBACK: 'true',
  },
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  stdout: 'ignore' as const,
  reuseExistingServer: !process.env['CI'],
})

/** Specs create their own accounts and spaces, so that they can run in parallel on one instance. */
export default defineConfig<InstanceOption>({
  testDir: 'e2e/specs',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/output',
  // Four workers on two cores, because tests spend a third of their time waiting.
  workers: 4,
  retries: process.env['CI'] ? 1 : 0,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: process.env['CI'] ? [['list']] : [['list'], ['html', { open: 'never' }]],
  use: {
    actionTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Animations cost a fifth of the browser's time. Specs about animation enable them.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a fifth of the run's time. TRACE=1 enables traces and screenshots.
    trace: process.env['TRACE'] ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    // Playwright would take a screenshot after each test, before it knows whether the test has
    // failed. Without screenshots, error-context.md still contains the page's accessibility tree.
    screenshot: process.env['TRACE'] ? 'only-on-failure' : 'off',
    // Disables WebGL, because drawing a map without a GPU takes longer than loading its page. Specs
    // about maps enable it.
    launchOptions: launchOptions({ webGL: false }),
  },
  projects: [
    {
      name: 'future',
      testMatch: movesClock,
      workers: 1,
      use: { instance: instances.future, baseURL: instances.future.url },
    },
    {
      name: 'present',
      testIgnore: movesClock,
      use: { instance: instances.present, baseURL: instances.present.url },
    },
  ],
  webServer: [start(instances.present, 'demo'), start(instances.future, 'none')],
})
