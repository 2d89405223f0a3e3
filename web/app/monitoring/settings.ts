/** Settings of error reporting. Every page includes them, so they contain no secrets. */
export type MonitoringSettings = {
  dsn: string
  release: string
  environment: string
  /** `tracesSampleRate` is the fraction of traced page loads and requests, from 0 to 1. */
  tracesSampleRate: number
  /** `replaysSessionSampleRate` is the fraction of visits (tabs) to record, from 0 to 1. */
  replaysSessionSampleRate: number
}

/** Timeouts in milliseconds that end the span of a page load or navigation. */
export const traceTimeouts = {
  /** `idleTimeout` ends the span if it has no active child span for this time. */
  idleTimeout: 1_000,
  /** `finalTimeout` limits the duration of the span, even if child spans are unfinished. */
  finalTimeout: 30_000,
  /**
   * `childSpanTimeout` ends the span if child spans are active but none started in this time.
   */
  childSpanTimeout: 3 * 5_000,
}

export const maxBreadcrumbs = 100

/**
 * Disables the SDK's collection of personal data. `scrub` removes personal data that reports still
 * contain.
 */
export const dataCollection = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
  databaseQueryData: false,
  queues: false,
  stackFrameVariables: false,
  graphQL: { document: false, variables: false },
  genAI: { inputs: false, outputs: false },
}
