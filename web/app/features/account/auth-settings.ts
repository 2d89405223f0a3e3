import { serviceUrl } from '#web/data/backend-fetch.ts'
import { environment } from '#web/data/environment.ts'

export type Provider = { name: string; label: string }

export type Captcha = { provider: string; siteKey: string | null }

export type AuthSettings = {
  providers: Provider[]
  hasGuests: boolean
  hasSso: boolean
  captcha: Captcha | null
}

type Settings = {
  external?: Record<string, boolean>
  /** Identity providers in button order. Only Hourspace's backend sends this field, not GoTrue. */
  external_providers?: Provider[]
  saml_enabled?: boolean
  /** True if an SSO organization exists. Only Hourspace's backend sends this field, not GoTrue. */
  sso_enabled?: boolean
  captcha?: { provider: string; site_key: string | null } | null
}

const ownWays = new Set(['email', 'phone', 'anonymous_users'])

export function parseAuthSettings(settings: Settings): AuthSettings {
  const { external = {}, external_providers: named, saml_enabled = false, captcha } = settings
  const open = Object.keys(external).filter((name) => external[name])
  const others = open.filter((name) => !ownWays.has(name))
  return {
    providers: named ?? others.map((name) => ({ name, label: providerLabel(name) })),
    hasGuests: open.includes('anonymous_users'),
    hasSso: settings.sso_enabled ?? saml_enabled,
    captcha: captcha ? { provider: captcha.provider, siteKey: captcha.site_key } : null,
  }
}

let settingsRequest: Promise<AuthSettings> | undefined

/**
 * Fetches the auth settings once per page load. If the request fails, returns settings that offer
 * only email sign-in, and the next call tries again.
 */
export function authSettings(): Promise<AuthSettings> {
  settingsRequest ??= fetchSettings().catch((error: unknown) => {
    console.warn('Failed to load the sign-in methods', error)
    settingsRequest = undefined
    return parseAuthSettings({})
  })
  return settingsRequest
}

async function fetchSettings(): Promise<AuthSettings> {
  const headers = { apikey: environment().supabaseAnonKey }
  const response = await fetch(`${serviceUrl('auth')}/settings`, { headers })
  if (!response.ok) throw new Error(`Status ${response.status}`)
  return parseAuthSettings((await response.json()) as Settings)
}

const known: Record<string, string> = {
  apple: 'Apple',
  azure: 'Microsoft',
  facebook: 'Facebook',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  linkedin_oidc: 'LinkedIn',
}

/** Returns the display name of an identity provider, such as 'Acme Id' for 'acme-id'. */
export function providerLabel(name: string): string {
  return (
    known[name] ??
    name
      .split(/[_-]+/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ')
  )
}
