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

type Handler = (request: Request) => Promise<Response>

const flushTimeoutMs = 2_000

/**
 * Paths that are frequently requested. These requests are traced only as part of a page's trace.
 */
const untracedPaths = /^\/(healthz$|storage\/v1\/)/

/**
 * Starts Sentry without integrations that patch modules or read requests. `scrub` removes personal
 * data from reports.
 */
export function openSentry(settings: MonitoringSettings) {
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
      // Disables Sentry's log of unhandled rejections, because `runCommand` logs them.
      onUnhandledRejectionIntegration({ mode: 'none' }),
    ],
    beforeSend: scrub,
    beforeSendTransaction: scrub,
    beforeBreadcrumb: scrub,
  })
  onLoggedError(report)
  return {
    monitoring: { browser: settings, report, traced, step, countSocket: () => {} },
    close: () => close(flushTimeoutMs),
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
    const isUntraced =
      !continued.sentryTrace &&
      request.method === 'GET' &&
      untracedPaths.test(new URL(request.url).pathname)
    return withIsolationScope(() =>
      continueTrace(continued, async () => {
        if (isUntraced) return handler(request)
        const span = spanOf(request, nameOf, 'http.server')
        return startSpan(span, async (active) => {
          const response = await handler(request)
          setHttpStatus(active, response.status)
          addTraceHeaders(response)
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
      'request.id': request.headers.get('x-request-id') ?? undefined,
    },
  }
}

/** Omits the trace id on cacheable pages, because a shared cache would send it to other users. */
function addTraceHeaders({ headers }: Response): void {
  const isPage = headers.get('content-type')?.startsWith('text/html')
  if (!isPage || /public|s-maxage/.test(headers.get('cache-control') ?? '')) return
  for (const [name, value] of Object.entries(getTraceData()))
    headers.append('server-timing', `${name};desc="${String(value)}"`)
}
