import type { MonitoringSettings } from '#web/monitoring/settings.ts'

/** Public settings that the server sends to every browser. */
export type PublicEnvironment = {
  /** Base URL of the Supabase API; `/` if the API has the same origin as the page. */
  supabaseUrl: string
  supabaseAnonKey: string
  stripePublishableKey: string
  /** True if payments go to the sandbox's fake Stripe. */
  stripeSandbox: boolean
  /** True if the database contains the demo data. */
  demo: boolean
  /** Minimum password length in characters; undefined if the backend uses its default. */
  passwordMinLength?: number
  /** Public origin of the site without a trailing slash, for canonical links. */
  siteUrl: string
  /** Error reporting settings of the page; null or undefined if error reporting is off. */
  monitoring?: MonitoringSettings | null
}

/** Id of the JSON script element in the document's head that holds the environment. */
export const environmentElementId = 'environment'

let parsed: PublicEnvironment | null | undefined

/** Returns the environment sent with the page; null if the root loader failed. */
export function carriedEnvironment(): PublicEnvironment | null {
  const text = () => document.getElementById(environmentElementId)?.textContent ?? 'null'
  parsed ??= JSON.parse(text()) as PublicEnvironment | null
  return parsed
}

/**
 * Returns the environment sent with the page. Browser only. Throws 'Missing required environment
 * variables' if the page has none.
 */
export function environment(): PublicEnvironment {
  const carried = carriedEnvironment()
  if (!carried) throw new Error('Missing required environment variables')
  return carried
}
