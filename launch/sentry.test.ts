import { flush } from '@sentry/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { logError } from '@hourspace/supabase/functions/_shared/log.ts'
import { createSentrySandbox, type SentrySandbox } from '@hourspace/sandbox/sentry/server.ts'
import { backendRoute, type Handler } from './monitoring.ts'
import { openSentry } from './sentry.ts'

type Report = {
  exception: { values: { type: string; value: string }[] }
  extra: { what: string }
  contexts: { trace: { trace_id: string } }
}
type Trace = {
  transaction: string
  contexts: { trace: { trace_id: string; parent_span_id: string } }
  spans: { description: string }[]
}

let sentry: SentrySandbox
let monitoring: ReturnType<typeof openSentry>['monitoring']
let close: () => Promise<unknown>
beforeAll(async () => {
  sentry = await createSentrySandbox()
  const rates = { tracesSampleRate: 1, replaysSessionSampleRate: 0 }
  const opened = openSentry({ dsn: sentry.dsn, release: 'r', environment: 'test', ...rates })
  monitoring = opened.monitoring
  close = opened.close
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await close()
  await sentry.close()
})

const traceId = '0123456789abcdef0123456789abcdef'
const secrets = ['hunter2', 'liam@hourspace.demo', 'eyJhbGciOiJIUzI1NiJ9', 'loft-of-liam']

const tracedRequest = (path: string) =>
  new Request(`http://localhost${path}`, {
    method: 'POST',
    body: JSON.stringify({ email: secrets[1], password: secrets[0] }),
    headers: {
      'sentry-trace': `${traceId}-0123456789abcdef-1`,
      authorization: `Bearer ${secrets[2]}.eyJzdWIiOiIxIn0.x`,
      cookie: `session=${secrets[0]}`,
    },
  })

const respondWith =
  (type: string, headers: Record<string, string> = {}): Handler =>
  async () =>
    new Response('', { headers: { 'content-type': type, ...headers } })

test("a server trace continues the browser's trace and contains the route but no personal data", async () => {
  const step = monitoring.step(respondWith('application/json'), backendRoute)
  const handler: Handler = async (request) => {
    await step(new Request('http://localhost/rest/v1/spaces?slug=eq.loft-of-liam'))
    monitoring.report('payment failed', new Error(`no card for ${secrets[1]}`))
    return respondWith('application/json')(request)
  }
  await monitoring.traced(
    handler,
    backendRoute,
  )(tracedRequest('/functions/v1/pay/loft-of-liam?q=hunter2'))

  const trace = await sentry.waitFor<Trace>(
    'transaction',
    ({ transaction }) => transaction === 'POST /functions/v1/pay',
  )
  const at = { trace_id: traceId, parent_span_id: '0123456789abcdef' }
  expect(trace.contexts.trace).toMatchObject(at)
  expect(trace.spans.map(({ description }) => description)).toEqual(['GET /rest/v1/spaces'])
  const report = await sentry.waitFor<Report>('event')
  expect(report.exception.values[0]).toMatchObject({
    type: 'Error',
    value: 'no card for [removed]',
  })
  expect(report.extra.what).toBe('payment failed')
  expect(report.contexts.trace.trace_id).toBe(traceId)
  const sent = JSON.stringify([trace, { ...report, exception: report.exception.values[0]?.value }])
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
})

test.each([
  ['text/html; charset=utf-8', {}, true],
  ['application/json', {}, false],
  ['text/html', { 'cache-control': 'public, s-maxage=60' }, false],
])(
  'a response with type %s and headers %o has a Sentry trace in its Server-Timing header: %s',
  async (type, headers, isPassedOn) => {
    const response = await monitoring.traced(
      respondWith(type, headers),
      () => '/',
    )(tracedRequest('/'))
    const timing = response.headers.get('server-timing') ?? ''
    expect(timing.includes(`sentry-trace;desc="${traceId}-`)).toBe(isPassedOn)
  },
)

test('storage requests and health checks outside a page load are not traced in Sentry', async () => {
  const backend = monitoring.traced(respondWith('image/webp'), backendRoute)
  await backend(new Request('http://localhost/storage/v1/object/public/x.webp'))
  await backend(new Request('http://localhost/healthz'))
  await backend(new Request('http://localhost/rest/v1/after'))
  await sentry.waitFor<Trace>(
    'transaction',
    ({ transaction }) => transaction === 'GET /rest/v1/after',
  )
  const traced = sentry.payloads<Trace>('transaction').map(({ transaction }) => transaction)
  expect(traced).not.toContain('GET /storage/v1/object')
  expect(traced).not.toContain('GET /healthz')
})

test('an error passed to logError is reported to Sentry with its code and message', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  logError('refund re_1 is still owed', { message: 'relation is gone', code: '42P01' })
  const report = await sentry.waitFor<Report>(
    'event',
    ({ extra }) => extra.what === 'refund re_1 is still owed',
  )
  expect(report.exception.values[0]).toMatchObject({ type: '42P01', value: 'relation is gone' })
})

test('after a rate-limit response from Sentry, reports are dropped for 60 s', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const isReported = (text: string) =>
    sentry
      .payloads<Report>('event')
      .some(({ exception }) => exception.values[0]?.value.includes(text))
  sentry.limitRate(true)
  monitoring.report('x', new Error('one too many'))
  await flush()
  expect(sentry.rateLimitedCount()).toBe(1)
  sentry.limitRate(false)

  vi.setSystemTime(Date.now() + 55_000)
  monitoring.report('x', new Error('held back'))
  await flush()
  vi.setSystemTime(Date.now() + 10_000)
  monitoring.report('x', new Error('sent again'))
  await flush()
  expect(['one too many', 'held back', 'sent again'].filter(isReported)).toEqual(['sent again'])
})
