/** Where errors and traces are reported and how much of them; nothing secret. */
export type MonitoringSettings = {
  dsn: string
  release: string
  environment: string
  /** Share of page loads and requests whose trace is kept, from 0 to 1. */
  tracesSampleRate: number
  /** Share of visits (tabs) that are recorded, masked, from 0 to 1. */
  replaysSessionSampleRate: number
}

/** Milliseconds after which a page load or navigation counts as done. */
export const traceTimeouts = {
  /** Nothing new has begun for so long. */
  idleTimeout: 1_000,
  /** Whatever is still under way. */
  finalTimeout: 30_000,
  /** One step takes so long: three heartbeats of 5 s. */
  childSpanTimeout: 3 * 5_000,
}

/** What led to an error, at most so many steps. */
export const maxBreadcrumbs = 100

/** Nothing about a person is collected; what slips through is removed by `scrub`. */
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
