import { readFileSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { createLog } from '@hourspace/backend/platform/log.ts'
import type { MonitoringSettings } from '@hourspace/web/monitoring/settings.ts'
import type { Environment } from './environment/environment.ts'
import type { Lifecycle } from './lifecycle.ts'

export type Handler = (request: Request) => Promise<Response>

export type Monitoring = {
  browser: MonitoringSettings | null
  report(what: string, cause: unknown): void
  /** Traces requests by route pattern, so that reports contain no ids. */
  traced(handler: Handler, nameOf: (pathname: string) => string): Handler
  step(handler: Handler, nameOf: (pathname: string) => string): Handler
  countSocket(socket: Duplex): void
}

export const noMonitoring: Monitoring = {
  browser: null,
  report: () => {},
  traced: (handler) => handler,
  step: (handler) => handler,
  countSocket: () => {},
}

/**
 * Returns the monitoring of a process. Loads Sentry's SDK only if SENTRY_DSN is set, and observes
 * requests only for metrics or logs.
 */
export async function openMonitoring(
  lifecycle: Lifecycle,
  environment: Environment,
): Promise<Monitoring> {
  const monitoring = await openErrorReporting(lifecycle, environment)
  if (!environment.METRICS_TOKEN && environment.LOG_LEVEL !== 'info') return monitoring
  const { observing } = await import('./observe-requests.ts')
  return observing(monitoring, createLog(environment.LOG_LEVEL))
}

async function openErrorReporting(
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

/** Returns the route of a backend path without ids, such as `/rest/v1/spaces`. */
export function backendRoute(pathname: string): string {
  const steps = pathname.split('/').slice(1)
  const isProcedure = steps[0] === 'rest' && steps[2] === 'rpc'
  return `/${steps.slice(0, isProcedure ? 4 : 3).join('/')}`
}
