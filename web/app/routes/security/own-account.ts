import type { User, UserIdentity } from '@supabase/auth-js'
import { serviceUrl } from '#web/data/backend-fetch.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { environment } from '#web/data/environment.ts'

export type Factor = {
  id: string
  kind: 'totp' | 'phone'
  /** As the person called it. */
  name: string
  createdAt: Date
}

/** What Profile > Security knows of the signed-in person's account. */
export type OwnAccount = {
  email: string
  /** Where the account moves to once mails to it are answered. */
  newEmail: string | null
  /** Whether somebody has shown that the mailbox is theirs. */
  isProven: boolean
  /** Whether a second step may be set up: the address, or the account's number, is theirs. */
  mayAddFactor: boolean
  factors: Factor[]
  identities: UserIdentity[]
}

/** Asks the backend, as a session may be older than what happened elsewhere. */
export async function ownAccount(): Promise<OwnAccount> {
  const { auth } = await browserClient()
  const { data, error } = await auth.getUser()
  if (error) throw error
  return accountOf(data.user)
}

/** The same of a user as the backend tells it. */
export function accountOf(user: User): OwnAccount {
  return {
    email: user.email ?? '',
    newEmail: user.new_email ?? null,
    isProven: isProven(user),
    mayAddFactor: isProven(user) || Boolean(user.phone_confirmed_at),
    factors: (user.factors ?? []).flatMap(({ id, factor_type: kind, status, ...factor }) => {
      if (status !== 'verified' || (kind !== 'totp' && kind !== 'phone')) return []
      const name = factor.friendly_name || (kind === 'totp' ? 'Authenticator app' : 'Phone')
      return [{ id, kind, name, createdAt: new Date(factor.created_at) }]
    }),
    identities: user.identities ?? [],
  }
}

/**
 * As `verified_email` of the database has it: where addresses count as confirmed without asking, it
 * takes an answer to a mail, or a provider that has verified the same address.
 */
function isProven({ email, identities = [], ...user }: User): boolean {
  const { email_confirmed_at: confirmed, confirmation_sent_at: sent } = user
  if (!email || !confirmed) return false
  if (sent && new Date(confirmed) >= new Date(sent)) return true
  return identities.some(
    ({ provider, identity_data: said }) =>
      provider !== 'email' &&
      provider !== 'phone' &&
      said?.['email_verified'] === true &&
      String(said['email']).toLowerCase() === email.toLowerCase(),
  )
}

/** Which second steps the backend has open. */
export type SecondSteps = { totp: boolean; phone: boolean }

type Settings = { mfa_totp_enabled?: boolean; mfa_phone_enabled?: boolean }

/** Asks the backend; hosted Supabase does not say, and has apps alone unless it is paid for. */
export async function secondSteps(): Promise<SecondSteps> {
  const headers = { apikey: environment().supabaseAnonKey }
  const response = await fetch(`${serviceUrl('auth')}/settings`, { headers })
  const settings = response.ok ? ((await response.json()) as Settings) : {}
  return { totp: settings.mfa_totp_enabled ?? true, phone: settings.mfa_phone_enabled ?? false }
}
