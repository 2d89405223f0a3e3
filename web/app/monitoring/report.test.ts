import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MonitoringSettings } from './settings.ts'

const delivered = vi.fn<(report: { error: unknown; handled: boolean }) => void>()
const openReporting = vi.fn<(settings: MonitoringSettings) => typeof delivered>(() => delivered)
vi.mock('./sdk.ts', () => ({ openReporting }))

const settings: MonitoringSettings = {
  dsn: 'http://key@localhost/1',
  release: 'hourspace@1',
  environment: 'test',
  tracesSampleRate: 1,
  replaysSessionSampleRate: 0.1,
}

/** Event target of the fake window. `becomeIdle` runs the window's idle callback. */
let page: EventTarget
let becomeIdle: (() => void) | undefined
beforeEach(() => {
  vi.resetModules()
  page = new EventTarget()
  becomeIdle = undefined
  const requestIdleCallback = (work: () => void) => {
    becomeIdle = work
  }
  vi.stubGlobal('window', { requestIdleCallback })
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const load = () => import('./report.ts')
const breakPage = (error: unknown) =>
  page.dispatchEvent(Object.assign(new Event('error'), { error }))
const ready = async () => {
  await expect.poll(() => openReporting).toHaveBeenCalledOnce()
}

test('errors that occur before the Sentry SDK has loaded are reported afterwards, and the SDK alone reports later errors', async () => {
  const { reportError, startMonitoring } = await load()
  startMonitoring(settings)
  const [thrown, rejected, caught] = [
    new Error('thrown'),
    new Error('rejected'),
    new Error('caught'),
  ]
  breakPage(thrown)
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: rejected }))
  reportError(caught)
  expect(openReporting).not.toHaveBeenCalled()

  becomeIdle?.()
  await ready()
  await expect.poll(() => delivered).toHaveBeenCalledTimes(3)
  expect(delivered.mock.calls.map(([{ error, handled }]) => [error, handled])).toEqual([
    [thrown, false],
    [rejected, false],
    [caught, true],
  ])
  breakPage(new Error('handled by the SDK'))
  expect(delivered).toHaveBeenCalledTimes(3)
})

test('at most 20 errors are queued before the Sentry SDK has loaded', async () => {
  const { startMonitoring } = await load()
  startMonitoring(settings)
  for (let time = 0; time < 50; time++) breakPage(new Error(`failure ${time}`))
  becomeIdle?.()
  await ready()
  await expect.poll(() => delivered).toHaveBeenCalledTimes(20)
})

test('error reporting ignores responses below 500, aborted requests and errors that the server has reported', async () => {
  const { reportError, startMonitoring } = await load()
  startMonitoring(settings)
  becomeIdle?.()
  await ready()
  reportError(new ErrorResponse(404, 'Not Found', 'Space not found'))
  reportError(new Response(null, { status: 403 }))
  reportError(Object.assign(new Error('gone'), { name: 'AbortError' }))
  reportError(new Error('Unexpected Server Error'))
  expect(delivered).not.toHaveBeenCalled()
  reportError(new ErrorResponse(500, 'Internal Server Error', ''))
  expect(delivered).toHaveBeenCalledOnce()
})

test('without error reporting settings, the SDK is not loaded and errors are not reported', async () => {
  const { reportError, startMonitoring } = await load()
  startMonitoring(null)
  breakPage(new Error('thrown'))
  reportError(new Error('caught'))
  expect(becomeIdle).toBeUndefined()
  expect(openReporting).not.toHaveBeenCalled()
})
