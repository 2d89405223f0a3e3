import type { MonitoringSettings } from '#web/monitoring/settings.ts'

/** Public settings that the server sends to every browser. */
export type PublicEnvironment = {
  /** `supabaseUrl` is the base URL of the Supabase API; `/` if API and page share an origin. */
  supabaseUrl: string
  supabaseAnonKey: string
  stripePublishableKey: string
  stripeSandbox: boolean
  demo: boolean
  /** `secondFactorRequired` applies to admins, and to hosts who change their payout account. */
  secondFactorRequired?: boolean
  /** `passwordMinLength` is in characters; undefined if the backend's default applies. */
  passwordMinLength?: number
  /** `passwordCharacters` are sets of characters. A password needs a character from each set. */
  passwordCharacters?: string[]
  /** `siteUrl` is the public origin of the site without a trailing slash, for canonical links. */
  siteUrl: string
  /** `map` is the map style and the origins it loads from; undefined for the default style. */
  map?: { styleUrl: string; hosts: string[] }
  monitoring?: MonitoringSettings | null
}

export const environmentElementId = 'environment'

let parsed: PublicEnvironment | null | undefined

/** Returns the public settings that the page contains; null if the root loader failed. */
export function carriedEnvironment(): PublicEnvironment | null {
  const text = () => document.getElementById(environmentElementId)?.textContent ?? 'null'
  parsed ??= JSON.parse(text()) as PublicEnvironment | null
  return parsed
}

/** Returns the public settings that the page contains. Throws without them. Browser only. */
export function environment(): PublicEnvironment {
  const carried = carriedEnvironment()
  if (!carried) throw new Error('Missing required environment variables')
  return carried
}
