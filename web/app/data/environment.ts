import type { MonitoringSettings } from '#web/monitoring/settings.ts'

/** Public settings that the server sends to the browser, the same for every visitor. */
export type PublicEnvironment = {
  /** Base URL of the Supabase API; `/` when it is the origin that served the page. */
  supabaseUrl: string
  supabaseAnonKey: string
  stripePublishableKey: string
  /** True while the sandbox's fake Stripe takes the payments. */
  stripeSandbox: boolean
  /** True while the database holds the demo seed. */
  demo: boolean
  /** Minimum password length in characters; undefined if the backend uses its default. */
  passwordMinLength?: number
  /** Public origin of the site without a trailing slash, for canonical links. */
  siteUrl: string
  /** Error reporting of the page; null or undefined if it is off. */
  monitoring?: MonitoringSettings | null
}

/** Id of the JSON script element in the document's head that holds the environment. */
export const environmentElementId = 'environment'

let parsed: PublicEnvironment | null | undefined

/** The environment sent with the page; null if the root loader failed. */
export function carriedEnvironment(): PublicEnvironment | null {
  const text = () => document.getElementById(environmentElementId)?.textContent ?? 'null'
  parsed ??= JSON.parse(text()) as PublicEnvironment | null
  return parsed
}

/**
 * The environment sent with the page. Browser only. Throws 'Missing required environment variables'
 * if there is none.
 */
export function environment(): PublicEnvironment {
  const carried = carriedEnvironment()
  if (!carried) throw new Error('Missing required environment variables')
  return carried
}
