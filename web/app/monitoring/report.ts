import { whenIdle } from '#web/lib/when-idle.ts'
import { isExpected } from './expected.ts'
import type { MonitoringSettings } from './settings.ts'

/** `handled` is false for errors that no error boundary or `catch` has caught. */
type ErrorReport = { error: unknown; handled: boolean; componentStack?: string | null }
export type Deliver = (report: ErrorReport) => void

/** Maximum number of queued errors, because a page may fail in a loop before the SDK has loaded. */
const maxQueuedErrors = 20

let deliver: Deliver | undefined

/** Reports a caught error, unless it is expected or error reporting is off. */
export function reportError(error: unknown, componentStack?: string | null): void {
  if (!isExpected(error)) deliver?.({ error, handled: true, componentStack })
}

/** Starts error reporting. Queues errors until the SDK has loaded, which waits for an idle page. */
export function startMonitoring(settings: MonitoringSettings | null | undefined): void {
  if (!settings) return
  const queued: ErrorReport[] = []
  deliver = (report) => {
    if (queued.length < maxQueuedErrors) queued.push(report)
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
    // Removes the queue's listeners, because the SDK has its own listeners.
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    queued.forEach(deliver)
  }
  // Ignores a failed load of the SDK, which must not cause another page error.
  whenIdle(() => void open().catch(() => {}))
}
