import { readFileSync } from 'node:fs'
import type { MonitoringSettings } from '@hourspace/web/monitoring/settings.ts'
import type { Environment } from './environment/environment.ts'
import type { Lifecycle } from './lifecycle.ts'

export type Handler = (request: Request) => Promise<Response>

/** Error reporting and tracing for this process: sent to Sentry, or disabled without a DSN. */
export type Monitoring = {
  /** Settings for the browser; null without a DSN. */
  browser: MonitoringSettings | null
  /** Reports an unexpected error. `what` describes the failed operation. */
  report(what: string, cause: unknown): void
  /**
   * Wraps a handler in a trace, which continues the browser's trace if the request carries one. `nameOf` maps a path
   * to its route pattern, so that reports contain no ids.
   */
  traced(handler: Handler, nameOf: (pathname: string) => string): Handler
  /** Wraps a handler in a span of the current trace, for requests within this process. */
  step(handler: Handler, nameOf: (pathname: string) => string): Handler
}

/** Monitoring that does nothing. */
export const noMonitoring: Monitoring = {
  browser: null,
  report: () => {},
  traced: (handler) => handler,
  step: (handler) => handler,
}

/** Starts error reporting when `SENTRY_DSN` is set; otherwise does not even load Sentry's SDK. */
export async function openMonitoring(
  lifecycle: Lifecycle,
  environment: Environment,
): Promise<Monitoring> {
  const settings = monitoringSettings(environment)
  if (!settings) return noMonitoring
  const { openSentry } = await lifecycle.step('Error reporting', () => import('./sentry.ts'))
  const { monitoring, close } = openSentry(settings)
  lifecycle.onClose(close)
  return monitoring
}

/** Returns the settings of server and browser, or null without a DSN. */
export function monitoringSettings(environment: Environment): MonitoringSettings | null {
  const dsn = environment.SENTRY_DSN
  if (!dsn) return null
  return {
    dsn,
    release: environment.SENTRY_RELEASE ?? `hourspace@${version()}`,
    environment: environment.SENTRY_ENVIRONMENT ?? environment.NODE_ENV ?? 'development',
    tracesSampleRate: environment.SENTRY_TRACES_SAMPLE_RATE,
    replaysSessionSampleRate: environment.SENTRY_REPLAYS_SESSION_SAMPLE_RATE,
  }
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** Returns the route of a backend path without ids, such as `/rest/v1/spaces` or `/storage/v1/object`. */
export function backendRoute(pathname: string): string {
  const steps = pathname.split('/').slice(1)
  const isProcedure = steps[0] === 'rest' && steps[2] === 'rpc'
  return `/${steps.slice(0, isProcedure ? 4 : 3).join('/')}`
}
