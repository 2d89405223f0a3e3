import { readFileSync } from 'node:fs'
import type { MonitoringSettings } from '@hourspace/web/monitoring/settings.ts'
import type { Environment } from './environment.ts'
import type { Program } from './program.ts'

export type Handler = (request: Request) => Promise<Response>

/** Where errors and traces of this process go: to Sentry, or nowhere without a DSN. */
export type Monitoring = {
  /** What the browser is told of it; null without a DSN. */
  browser: MonitoringSettings | null
  /** Reports an error that nobody foresaw. `what` says what was being done. */
  report(what: string, cause: unknown): void
  /**
   * Answers within a trace, the browser's if it asks for that. `nameOf` makes a route of a path, so that no address
   * with somebody's ids in it is reported.
   */
  traced(handler: Handler, nameOf: (pathname: string) => string): Handler
  /** The same for a request that one answer makes of another part of this process. */
  step(handler: Handler, nameOf: (pathname: string) => string): Handler
}

const off: Monitoring = {
  browser: null,
  report: () => {},
  traced: (handler) => handler,
  step: (handler) => handler,
}

/** Starts error reporting where `SENTRY_DSN` is set; otherwise not even its code is loaded. */
export async function openMonitoring(
  program: Program,
  environment: Environment,
): Promise<Monitoring> {
  const settings = monitoringSettings(environment)
  if (!settings) return off
  const { openSentry } = await program.step('Error reporting', () => import('./sentry.ts'))
  const { monitoring, close } = openSentry(settings)
  program.onClose(close)
  return monitoring
}

/** What server and browser report with; null without a DSN. */
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

/** `/rest/v1/spaces`, `/storage/v1/object`: a service and what it is asked for, without ids. */
export function backendRoute(pathname: string): string {
  const steps = pathname.split('/').slice(1)
  const isProcedure = steps[0] === 'rest' && steps[2] === 'rpc'
  return `/${steps.slice(0, isProcedure ? 4 : 3).join('/')}`
}
