import { captureException, captureReactException, init, type BrowserClient } from '@sentry/react'
import { asError } from './expected.ts'
import { traceNavigations, tracing } from './navigation.ts'
import { isRecordedVisit, isTellingAddress } from './recorded-visit.ts'
import type { Deliver } from './report.ts'
import { scrub } from './scrub.ts'
import { dataCollection, maxBreadcrumbs, type MonitoringSettings } from './settings.ts'

/**
 * Starts Sentry's SDK in the page: errors, traces, and a recording of the visits drawn for it. Loaded
 * on demand, see `report.ts`.
 *
 * @returns what reports an error from now on.
 */
export function openReporting(settings: MonitoringSettings): Deliver {
  const { dsn, release, environment, tracesSampleRate, replaysSessionSampleRate } = settings
  const isRecorded = isRecordedVisit(replaysSessionSampleRate)
  const client = init({
    dsn,
    release,
    environment,
    tracesSampleRate,
    // A whole page load in one report, which every Sentry since its first self-hosted ones can read.
    traceLifecycle: 'static',
    replaysSessionSampleRate: isRecorded ? 1 : 0,
    replaysOnErrorSampleRate: 0,
    maxBreadcrumbs,
    dataCollection,
    // The product tells people what failed by the browser's own words.
    enhanceFetchErrorMessages: 'report-only',
    integrations: [tracing()],
    beforeSend: scrub,
    beforeSendTransaction: scrub,
    beforeBreadcrumb: scrub,
  }) as BrowserClient | undefined
  // A recording's own description passes by the three above.
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

/**
 * Records this visit, for as long as its addresses give nothing away.
 *
 * @returns what is to be called at each new address.
 */
function record(client: BrowserClient): () => void {
  if (isTellingAddress(location.href)) return () => {}
  const recorder = import('./replay.ts').then(({ recording }) => {
    const replay = recording()
    client.addIntegration(replay)
    return replay
  })
  // Not being able to record is no error of the page.
  recorder.catch(() => {})
  return () => {
    if (isTellingAddress(location.href))
      void recorder.then((replay) => replay.stop({ flush: false }))
  }
}
