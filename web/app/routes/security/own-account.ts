import type { User, UserIdentity } from '@supabase/auth-js'
import { serviceUrl } from '#web/data/backend-fetch.ts'
import { environment } from '#web/data/environment.ts'
import { isManagedByCompany } from '#web/features/account/session.tsx'
import { callAuth } from './change-account.ts'

export type OwnAccount = ReturnType<typeof accountOf>

export type Factor = OwnAccount['factors'][number]

/** Loads the user from the backend, because the stored session may be outdated. */
export async function ownAccount(): Promise<OwnAccount> {
  const { data } = await callAuth((auth) => auth.getUser())
  return accountOf(data.user)
}

export function accountOf(user: User) {
  return {
    email: user.email ?? '',
    /** `newEmail` is the unconfirmed email of a pending email change. */
    newEmail: user.new_email ?? null,
    isEmailVerified: isEmailVerified(user),
    /** Adding a second factor requires a verified email or phone number. */
    mayAddFactor: isEmailVerified(user) || Boolean(user.phone_confirmed_at),
    factors: (user.factors ?? []).flatMap(({ id, factor_type: kind, status, ...factor }) => {
      if (status !== 'verified' || (kind !== 'totp' && kind !== 'phone')) return []
      const name = factor.friendly_name || (kind === 'totp' ? 'Authenticator app' : 'Phone')
      return [{ id, kind, name, createdAt: new Date(factor.created_at) }]
    }),
    identities: user.identities ?? [],
    isManagedByCompany: isManagedByCompany(user),
  }
}

/**
 * Returns true if an email link, a code or an identity provider has verified the email. The SQL
 * function `verified_email` also checks the domains of an SSO provider. `email_confirmed_at` is not
 * enough, because a project may confirm emails automatically.
 */
function isEmailVerified({ email, identities = [], ...user }: User): boolean {
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

/**
 * Returns the enabled kinds of second factors. On hosted Supabase, these are only authenticator
 * apps.
 */
export async function secondSteps() {
  const headers = { apikey: environment().supabaseAnonKey }
  const response = await fetch(`${serviceUrl('auth')}/settings`, { headers })
  type Settings = { mfa_totp_enabled?: boolean; mfa_phone_enabled?: boolean }
  const settings = response.ok ? ((await response.json()) as Settings) : {}
  return { totp: settings.mfa_totp_enabled ?? true, phone: settings.mfa_phone_enabled ?? false }
}

/**
 * Returns what unlinking an identity does, for the dialog that confirms it. `canLinkAgain` is true
 * if the page can link the identity's provider.
 */
export function unlinkText(
  { email, identities }: Pick<OwnAccount, 'email' | 'identities'>,
  identity: UserIdentity,
  canLinkAgain: boolean,
): string {
  const parts = [
    identity.provider === 'email'
      ? 'Your password will be removed.'
      : 'You’ll no longer be able to sign in with it.',
  ]
  const next = emailAfterUnlinking(email, identities, identity)
  if (next) parts.push(`Your email will become ${next}.`)
  if (canLinkAgain) parts.push('You can link it again at any time.')
  return parts.join(' ')
}

/**
 * Returns the account's new email after an identity is unlinked; undefined if the email stays. Like
 * the backend's unlink endpoint, replaces an email that no other identity has.
 */
function emailAfterUnlinking(
  email: string,
  identities: readonly UserIdentity[],
  identity: UserIdentity,
): string | undefined {
  if (identity.provider === 'phone') return undefined
  const rest = identities
    .filter(({ identity_id: id }) => id !== identity.identity_id)
    .map(({ identity_data: said }) => ({
      address: String(said?.['email'] ?? '').toLowerCase(),
      isVerified: said?.['email_verified'] === true,
    }))
  if (rest.some(({ address }) => address === email.toLowerCase())) return undefined
  return rest.find(({ address, isVerified }) => address && isVerified)?.address
}
