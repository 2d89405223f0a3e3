import { browserClient } from '#web/data/browser-client.ts'
import { serviceUrl } from '#web/data/backend-fetch.ts'
import { environment } from '#web/data/environment.ts'
import { providerLabel } from './provider-label.ts'
import { callbackAddress } from './return-address.ts'

export type Provider = { name: string; label: string }

/** Which ways of signing in the backend has open. */
export type WaysIn = { providers: Provider[]; hasGuests: boolean; hasSso: boolean }

type Settings = {
  external?: Record<string, boolean>
  /** Our own backend's: what stands on the buttons, in their order. */
  external_providers?: Provider[]
  saml_enabled?: boolean
}

const ownWays = new Set(['email', 'phone', 'anonymous_users'])

/** Reads the backend's settings. */
export function waysInOf(settings: Settings): WaysIn {
  const { external = {}, external_providers: named, saml_enabled = false } = settings
  const open = Object.keys(external).filter((name) => external[name])
  const others = open.filter((name) => !ownWays.has(name))
  return {
    providers: named ?? others.map((name) => ({ name, label: providerLabel(name) })),
    hasGuests: open.includes('anonymous_users'),
    hasSso: saml_enabled,
  }
}

let asked: Promise<WaysIn> | undefined

/** Asks once a page; without an answer there are the e-mail's own ways alone. */
export function waysIn(): Promise<WaysIn> {
  asked ??= askForSettings().catch((error: unknown) => {
    console.warn('The ways of signing in could not be fetched', error)
    asked = undefined
    return waysInOf({})
  })
  return asked
}

async function askForSettings(): Promise<WaysIn> {
  const headers = { apikey: environment().supabaseAnonKey }
  const response = await fetch(`${serviceUrl('auth')}/settings`, { headers })
  if (!response.ok) throw new Error(`Status ${response.status}`)
  return waysInOf((await response.json()) as Settings)
}

/** Leaves for a provider, which sends the person back signed in. */
export async function signInWith(provider: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.signInWithOAuth({
    // Any that the backend has configured, whatever the library's list knows.
    provider: provider as 'google',
    options: { redirectTo: callbackAddress() },
  })
  if (error) throw error
}

/** Leaves for the sign-in of the company that an address belongs to. */
export async function signInWithCompany(email: string): Promise<void> {
  const domain = /@([^@\s]+)$/.exec(email.trim())?.[1]
  if (!domain) throw new Error('Please enter your address at work first.')
  const { auth } = await browserClient()
  const { error } = await auth.signInWithSSO({
    domain: domain.toLowerCase(),
    options: { redirectTo: callbackAddress() },
  })
  if (error) throw error
}
