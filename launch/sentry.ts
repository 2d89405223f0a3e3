import {
  captureException,
  close,
  contextLinesIntegration,
  continueTrace,
  dedupeIntegration,
  eventFiltersIntegration,
  getTraceData,
  init,
  linkedErrorsIntegration,
  nodeContextIntegration,
  onUncaughtExceptionIntegration,
  onUnhandledRejectionIntegration,
  setHttpStatus,
  startSpan,
  withIsolationScope,
} from '@sentry/node'
import { onLoggedError } from '@hourspace/supabase/functions/_shared/log.ts'
import { asError } from '@hourspace/web/monitoring/expected.ts'
import { scrub } from '@hourspace/web/monitoring/scrub.ts'
import {
  dataCollection,
  maxBreadcrumbs,
  type MonitoringSettings,
} from '@hourspace/web/monitoring/settings.ts'
import type { Handler, Monitoring } from './monitoring.ts'

const flushLimitMs = 2_000

/** What is asked for so often, or by machines, that it is told only as part of a page's trace. */
const untold = /^\/(healthz$|storage\/v1\/)/

/**
 * Starts Sentry's SDK in this process. It patches nothing and reads no request: what a report tells is what is put
 * into it here, and `scrub` sees all of it.
 *
 * @returns `close`, which sends what is still to be sent.
 */
export function openSentry(settings: MonitoringSettings): {
  monitoring: Monitoring
  close: () => Promise<unknown>
} {
  const { dsn, release, environment, tracesSampleRate } = settings
  init({
    dsn,
    release,
    environment,
    tracesSampleRate,
    traceLifecycle: 'static',
    maxBreadcrumbs,
    dataCollection,
    includeServerName: false,
    enableRuntimeChannelInjection: false,
    defaultIntegrations: false,
    integrations: [
      eventFiltersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      nodeContextIntegration(),
      contextLinesIntegration(),
      onUncaughtExceptionIntegration(),
      // The program says it on the console.
      onUnhandledRejectionIntegration({ mode: 'none' }),
    ],
    beforeSend: scrub,
    beforeSendTransaction: scrub,
    beforeBreadcrumb: scrub,
  })
  onLoggedError(report)
  return {
    monitoring: { browser: settings, report, traced, step },
    close: () => close(flushLimitMs),
  }
}

function report(what: string, cause: unknown): void {
  captureException(asError(cause), {
    mechanism: { type: 'hourspace', handled: true },
    captureContext: { extra: { what } },
  })
}

function traced(handler: Handler, nameOf: (pathname: string) => string): Handler {
  return (request) => {
    const continued = {
      sentryTrace: request.headers.get('sentry-trace') ?? undefined,
      baggage: request.headers.get('baggage'),
    }
    const isUntold =
      !continued.sentryTrace &&
      request.method === 'GET' &&
      untold.test(new URL(request.url).pathname)
    return withIsolationScope(() =>
      continueTrace(continued, async () => {
        if (isUntold) return handler(request)
        const span = spanOf(request, nameOf, 'http.server')
        return startSpan(span, async (active) => {
          const response = await handler(request)
          setHttpStatus(active, response.status)
          passOn(response)
          return response
        })
      }),
    )
  }
}

function step(handler: Handler, nameOf: (pathname: string) => string): Handler {
  return (request) =>
    startSpan({ ...spanOf(request, nameOf, 'http.client'), onlyIfParent: true }, async (active) => {
      const response = await handler(request)
      setHttpStatus(active, response.status)
      return response
    })
}

function spanOf(request: Request, nameOf: (pathname: string) => string, op: string) {
  const route = nameOf(new URL(request.url).pathname)
  return {
    op,
    name: `${request.method} ${route}`,
    attributes: {
      'sentry.source': 'route',
      'http.request.method': request.method,
      'http.route': route,
    },
  }
}

/**
 * Lets the page that a browser gets go on with this trace. In a header, so that the HTML is the same for everybody;
 * not where a shared cache would hand one visitor's trace to the next.
 */
function passOn({ headers }: Response): void {
  const isPage = headers.get('content-type')?.startsWith('text/html')
  if (!isPage || /public|s-maxage/.test(headers.get('cache-control') ?? '')) return
  for (const [name, value] of Object.entries(getTraceData()))
    headers.append('server-timing', `${name};desc="${String(value)}"`)
}
