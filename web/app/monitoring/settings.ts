/** Settings of error reporting. They contain no secrets, because every page includes them. */
export type MonitoringSettings = {
  dsn: string
  release: string
  environment: string
  /** Fraction of page loads and requests that are traced, from 0 to 1. */
  tracesSampleRate: number
  /** Fraction of visits (browser tabs) that are recorded, from 0 to 1. */
  replaysSessionSampleRate: number
}

/** Timeouts in milliseconds that end the span of a page load or navigation. */
export const traceTimeouts = {
  /** Ends the span if no child span has started for this time. */
  idleTimeout: 1_000,
  /** Maximum duration of the span, including unfinished child spans. */
  finalTimeout: 30_000,
  /** Maximum duration of a child span, which is three heartbeats of 5 s. */
  childSpanTimeout: 3 * 5_000,
}

export const maxBreadcrumbs = 100

/** Disables the SDK's collection of personal data. `scrub` removes what is still collected. */
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
