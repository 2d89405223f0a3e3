import { defineConfig } from '@playwright/test'
import { browserExecutable } from './e2e/support/browser.ts'

const port = Number(process.env['E2E_PORT'] ?? 3847)
export const baseURL = `http://localhost:${port}`

/**
 * The product as the README starts it, on a port and data folder of its own. One world serves every
 * spec; specs make their own people and spaces, so that they may run side by side.
 */
export default defineConfig({
  testDir: 'e2e/specs',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: process.env['CI'] ? [['list']] : [['list'], ['html', { open: 'never' }]],
  use: {
    baseURL,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browserExecutable(),
      args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  webServer: {
    command: 'npm start',
    url: `${baseURL}/healthz`,
    timeout: 120_000,
    env: { PORT: String(port), HOURSPACE_DATA_DIR: 'test-results/.world' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
  },
})
