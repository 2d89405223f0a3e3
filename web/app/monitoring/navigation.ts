import {
  browserTracingIntegration,
  startBrowserTracingNavigationSpan,
  type BrowserClient,
} from '@sentry/react'
import type { DataRouter } from 'react-router'
import { traceTimeouts } from './settings.ts'

const bySource = { 'sentry.source': 'route' } as const

/** Traces of page loads and of what they fetch; a page is known by its route, never by its address. */
export function tracing() {
  return browserTracingIntegration({
    ...traceTimeouts,
    // The router tells when a navigation begins, and to which route; see below.
    instrumentNavigation: false,
    beforeStartSpan: (options) => {
      const router = currentRouter()
      if (!router) return options
      const attributes = { ...options.attributes, ...bySource }
      return { ...options, name: routePattern(router.state.matches), attributes }
    },
  })
}

/** Starts a trace with each navigation to another path. `onPath` hears of it first. */
export function traceNavigations(client: BrowserClient, onPath: () => void): void {
  const router = currentRouter()
  if (!router) return
  let path = router.state.location.pathname
  let span: ReturnType<typeof startBrowserTracingNavigationSpan>
  router.subscribe(({ navigation, location, matches }) => {
    const heading = navigation.location?.pathname ?? location.pathname
    if (heading !== path) {
      path = heading
      onPath()
      span = startBrowserTracingNavigationSpan(client, { name: 'navigation', attributes: bySource })
    }
    if (navigation.state !== 'idle' || !span) return
    span.updateName(routePattern(matches))
    span = undefined
  })
}

/** The router puts itself here in every page that React Router has rendered. */
function currentRouter(): DataRouter | undefined {
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: DataRouter }
  return router
}

/** `/space/:id` for every space. */
function routePattern(matches: { route: { path?: string } }[]): string {
  const steps = matches.map(({ route }) => route.path).filter((step) => !!step)
  return `/${steps.join('/')}`
}
