import type { MonitoringSettings } from '#web/monitoring/settings.ts'

/** Public settings that the server sends to every browser. */
export type PublicEnvironment = {
  /** Base URL of the Supabase API; `/` if the API and the page have the same origin. */
  supabaseUrl: string
  supabaseAnonKey: string
  stripePublishableKey: string
  stripeSandbox: boolean
  demo: boolean
  /** Whether admins, and hosts who change their payout account, must have a second factor. */
  secondFactorRequired?: boolean
  /** Minimum password length in characters; undefined if the backend's default applies. */
  passwordMinLength?: number
  /** Character sets of the password policy. A password needs a character from each set. */
  passwordCharacters?: string[]
  /** Public origin of the site without a trailing slash, for canonical links. */
  siteUrl: string
  /** Style with map tiles and the further origins it loads from; undefined for the default style. */
  map?: { styleUrl: string; hosts: string[] }
  monitoring?: MonitoringSettings | null
}

export const environmentElementId = 'environment'

let parsed: PublicEnvironment | null | undefined

/** Returns the environment that the server sent with the page; null if the root loader failed. */
export function carriedEnvironment(): PublicEnvironment | null {
  const text = () => document.getElementById(environmentElementId)?.textContent ?? 'null'
  parsed ??= JSON.parse(text()) as PublicEnvironment | null
  return parsed
}

/** Returns the environment that the server sent with the page. Throws if none. Browser only. */
export function environment(): PublicEnvironment {
  const carried = carriedEnvironment()
  if (!carried) throw new Error('Missing required environment variables')
  return carried
}
