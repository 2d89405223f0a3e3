import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserTracingIntegration, init } from '@sentry/react'
import { openReporting } from './sdk.ts'

vi.mock('@sentry/react', () => ({
  init: vi.fn<() => void>(),
  browserTracingIntegration: vi.fn<() => void>(),
  captureException: vi.fn<() => void>(),
  captureReactException: vi.fn<() => void>(),
}))

beforeEach(() => vi.stubGlobal('window', {}))
afterEach(() => vi.unstubAllGlobals())

test('the Sentry SDK keeps 100 breadcrumbs and uses span timeouts of 1 s idle, 30 s in total and 15 s per child span', () => {
  openReporting({
    dsn: 'https://0123456789abcdef@sentry.example/7',
    release: 'hourspace@1',
    environment: 'test',
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
  })
  expect(vi.mocked(init).mock.calls[0]?.[0]).toMatchObject({
    maxBreadcrumbs: 100,
    tracesSampleRate: 1,
  })
  expect(vi.mocked(browserTracingIntegration).mock.calls[0]?.[0]).toMatchObject({
    idleTimeout: 1_000,
    finalTimeout: 30_000,
    childSpanTimeout: 15_000,
  })
})
