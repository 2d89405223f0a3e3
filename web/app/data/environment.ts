import type { MonitoringSettings } from '#web/monitoring/settings.ts'

/** What the server tells the browser about itself: nothing secret, the same for everybody. */
export type PublicEnvironment = {
  /** Base URL of the Supabase API; `/` when it is the origin that served the page. */
  supabaseUrl: string
  supabaseAnonKey: string
  stripePublishableKey: string
  /** True while cards are charged by the local stand-in. */
  stripeSandbox: boolean
  /** True while the database holds the demo seed. */
  demo: boolean
  /** Characters a password has at least; missing where the backend's own default holds. */
  passwordMinLength?: number
  /** Public origin of the site, without a trailing slash; canonical links begin with it. */
  siteUrl: string
  /** Where errors of the page are reported; missing where they are not. */
  monitoring?: MonitoringSettings | null
}

/** Id of the JSON script element in the document's head that carries the environment. */
export const environmentElementId = 'environment'

let parsed: PublicEnvironment | null | undefined

/** The environment as the browser received it; null when not even that could be rendered. */
export function carriedEnvironment(): PublicEnvironment | null {
  const text = () => document.getElementById(environmentElementId)?.textContent ?? 'null'
  parsed ??= JSON.parse(text()) as PublicEnvironment | null
  return parsed
}

/**
 * The environment as the browser received it with the page. Browser only.
 * Throws 'Missing required environment variables' when the page carries none.
 */
export function environment(): PublicEnvironment {
  const carried = carriedEnvironment()
  if (!carried) throw new Error('Missing required environment variables')
  return carried
}
