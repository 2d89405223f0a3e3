import {
  browserTracingIntegration,
  captureException,
  captureReactException,
  init,
  startBrowserTracingNavigationSpan,
  type BrowserClient,
} from '@sentry/react'
import type { DataRouter } from 'react-router'
import { asError } from './expected.ts'
import { hasPrivateParameters, isRecordedVisit, onConsentWithdrawn } from './recorded-visit.ts'
import type { Deliver } from './report.ts'
import { scrub } from './scrub.ts'
import {
  dataCollection,
  maxBreadcrumbs,
  traceTimeouts,
  type MonitoringSettings,
} from './settings.ts'

/** Starts Sentry's SDK and returns the function that reports an error. */
export function openReporting(settings: MonitoringSettings): Deliver {
  const { dsn, release, environment, tracesSampleRate, replaysSessionSampleRate } = settings
  const isRecorded = isRecordedVisit(replaysSessionSampleRate)
  const client = init({
    dsn,
    release,
    environment,
    tracesSampleRate,
    // Sends each page load as one transaction, which older self-hosted Sentry versions can also
    // read.
    traceLifecycle: 'static',
    replaysSessionSampleRate: isRecorded ? 1 : 0,
    replaysOnErrorSampleRate: 0,
    maxBreadcrumbs,
    dataCollection,
    // Adds the host name to error messages only in reports, because `isUnreachable` recognizes
    // network errors by the message.
    enhanceFetchErrorMessages: 'report-only',
    integrations: [tracing()],
    beforeSend: scrub,
    beforeSendTransaction: scrub,
    beforeBreadcrumb: scrub,
  }) as BrowserClient | undefined
  // Scrubs replay events in an event processor, because replay events bypass `beforeSend`.
  client?.addEventProcessor((event) =>
    (event.type as string) === 'replay_event' ? scrub(event) : event,
  )
  if (client) {
    const stopRecording = isRecorded ? record(client) : () => {}
    traceNavigations(client, stopRecording)
  }
  return ({ error, handled, componentStack }) => {
    const hint = { mechanism: { type: 'hourspace', handled } }
    const reported = asError(error)
    if (componentStack) captureReactException(reported, { componentStack }, hint)
    else captureException(reported, hint)
  }
}

/** Records this visit. Call the returned function after each navigation. */
function record(client: BrowserClient): () => void {
  if (hasPrivateParameters(location.href)) return () => {}
  const recorder = import('./replay.ts').then(({ recording }) => {
    const replay = recording()
    client.addIntegration(replay)
    return replay
  })
  // Ignores a failed load of the recorder, which must not cause a page error.
  recorder.catch(() => {})
  const stop = () => void recorder.then((replay) => replay.stop({ flush: false }))
  onConsentWithdrawn(stop)
  return () => {
    if (hasPrivateParameters(location.href)) stop()
  }
}

const bySource = { 'sentry.source': 'route' } as const

/** Traces page loads and their requests. Names page loads by route pattern instead of by URL. */
function tracing() {
  return browserTracingIntegration({
    ...traceTimeouts,
    // Navigation spans are started by `traceNavigations`, because only the router knows the route.
    instrumentNavigation: false,
    beforeStartSpan: (options) => {
      const router = currentRouter()
      if (!router) return options
      const attributes = { ...options.attributes, ...bySource }
      return { ...options, name: routePattern(router.state.matches), attributes }
    },
  })
}

/** Starts a trace for each navigation to another path, after calling `onPath`. */
function traceNavigations(client: BrowserClient, onPath: () => void): void {
  const router = currentRouter()
  if (!router) return
  let path = router.state.location.pathname
  let span: ReturnType<typeof startBrowserTracingNavigationSpan>
  router.subscribe(({ navigation, location, matches }) => {
    const target = navigation.location?.pathname ?? location.pathname
    if (target !== path) {
      path = target
      onPath()
      span = startBrowserTracingNavigationSpan(client, { name: 'navigation', attributes: bySource })
    }
    if (navigation.state !== 'idle' || !span) return
    span.updateName(routePattern(matches))
    span = undefined
  })
}

/** React Router stores its router in this global variable on every hydrated page. */
function currentRouter(): DataRouter | undefined {
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: DataRouter }
  return router
}

function routePattern(matches: { route: { path?: string } }[]): string {
  const steps = matches.map(({ route }) => route.path).filter((step) => !!step)
  return `/${steps.join('/')}`
}
