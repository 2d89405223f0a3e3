import { isExpected } from './expected.ts'
import type { MonitoringSettings } from './settings.ts'

/** What happened, and whether somebody caught it. */
type Sighting = { error: unknown; handled: boolean; componentStack?: string | null }
export type Deliver = (sighting: Sighting) => void

/** A page that fails in a loop fails the same way each time. */
const mostEarly = 20

let deliver: Deliver | undefined

/**
 * Reports an error that a screen has caught; what is expected is left out. Does nothing where
 * reporting is off.
 */
export function reportError(error: unknown, componentStack?: string | null): void {
  if (!isExpected(error)) deliver?.({ error, handled: true, componentStack })
}

/**
 * Watches the page for errors at once and hands them on when the SDK is there, which is fetched once
 * the page has been painted and is idle. Without settings nothing is watched and nothing is fetched.
 */
export function startMonitoring(settings: MonitoringSettings | null | undefined): void {
  if (!settings) return
  const early: Sighting[] = []
  deliver = (sighting) => {
    if (early.length < mostEarly) early.push(sighting)
  }
  const onError = ({ error, message }: ErrorEvent) =>
    deliver?.({ error: error ?? message, handled: false })
  const onRejection = ({ reason }: PromiseRejectionEvent) =>
    deliver?.({ error: reason, handled: false })
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)

  const open = async () => {
    const { openReporting } = await import('./sdk.ts')
    deliver = openReporting(settings)
    // From here on the SDK has listeners of its own.
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    early.forEach(deliver)
  }
  // Not being able to report is no error of the page.
  whenIdle(() => void open().catch(() => {}))
}

function whenIdle(work: () => void): void {
  const wait = () =>
    // Safari has no idle callback.
    'requestIdleCallback' in window
      ? requestIdleCallback(work, { timeout: 3_000 })
      : setTimeout(work, 200)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
