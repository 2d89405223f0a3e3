import type postgres from 'postgres'
import { audit } from '#backend/auth/core/audit.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { type UserRow, findUserById, isBanned } from '#backend/auth/core/users.ts'

export type SsoUser = {
  /** Stable id of the user at the identity provider. */
  subject: string
  /** SAML entity id or OpenID Connect issuer of the identity provider. */
  issuer: string
  email: string
  /** Claims about the user. Claims outside `standardClaims` are stored as `custom_claims`. */
  claims: Record<string, postgres.JSONValue>
}

const standardClaims = new Set(
  (
    'name full_name given_name family_name middle_name nickname preferred_username user_name ' +
    'profile picture avatar_url website gender birthdate zoneinfo locale'
  ).split(' '),
)

/**
 * Returns the account of an SSO user, or creates one. Ignores accounts of other providers, even
 * with the same email. Throws AuthError `signup_disabled` or `user_banned`.
 */
export async function findOrCreateSsoUser(
  tx: Tx,
  context: AuthContext,
  providerId: string,
  ssoUser: SsoUser,
  headers: Headers,
): Promise<UserRow> {
  const provider = `sso:${providerId}`
  const facts = identityDataOf(ssoUser)
  // The advisory lock stops concurrent first sign-ins of a user from creating two accounts.
  await tx`select pg_advisory_xact_lock(hashtext(${provider}), hashtext(${ssoUser.subject}))`
  const known = await lockOwner(tx, provider, ssoUser)
  if (!known && context.settings.disableSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const id = known ?? (await insertSsoUser(tx, provider, facts))
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${ssoUser.subject}, ${id}, ${tx.json(facts)}, ${provider}, now())
    on conflict (provider_id, provider) do update
      set identity_data = excluded.identity_data, last_sign_in_at = now(), updated_at = now()`
  await tx`
    update auth.users set email = ${facts.email}, updated_at = now(),
      raw_user_meta_data = raw_user_meta_data || ${tx.json(facts)}
    where id = ${id}`
  const user = (await findUserById(tx, id))!
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (!known) await audit(tx, user, 'user_signedup', headers, { provider })
  return user
}

/** Finds and locks the account of an SSO user. Accounts are locked before their identities. */
async function lockOwner(tx: Tx, provider: string, ssoUser: SsoUser): Promise<string | undefined> {
  const found = await findOwner(tx, provider, ssoUser)
  if (!found) return undefined
  await tx`select from auth.users where id = ${found} for no key update`
  // Searches again if the account was deleted or the identity moved during the wait for the lock.
  const isStill = (await findOwner(tx, provider, ssoUser)) === found
  return isStill ? found : lockOwner(tx, provider, ssoUser)
}

/** Finds an SSO account by the user's id at the provider, or by email if the id changed. */
async function findOwner(tx: Tx, provider: string, { subject, email }: SsoUser) {
  const [owner] = await tx<{ user_id: string }[]>`
    select i.user_id from auth.identities i join auth.users u on u.id = i.user_id
    where i.provider = ${provider} and u.deleted_at is null
      and (i.provider_id = ${subject} or i.email = ${email.toLowerCase()})
    order by (i.provider_id = ${subject}) desc, i.created_at limit 1`
  return owner?.user_id
}

async function insertSsoUser(tx: Tx, provider: string, facts: ReturnType<typeof identityDataOf>) {
  const appMetadata = { provider, providers: [provider] }
  const [user] = await tx<{ id: string }[]>`
    insert into auth.users (id, email, is_sso_user, email_confirmed_at, raw_user_meta_data,
      raw_app_meta_data)
    values (gen_random_uuid(), ${facts.email}, true, now(), ${tx.json(facts)},
      ${tx.json(appMetadata)})
    returning id`
  return user!.id
}

function identityDataOf({ subject, issuer, email, claims }: SsoUser) {
  const named: Record<string, postgres.JSONValue> = {}
  const custom: Record<string, postgres.JSONValue> = {}
  for (const [name, value] of Object.entries(claims)) {
    if (standardClaims.has(name)) named[name] = value
    else custom[name] = value
  }
  return {
    ...named,
    ...(Object.keys(custom).length > 0 ? { custom_claims: custom } : {}),
    iss: issuer,
    sub: subject,
    email: email.toLowerCase(),
    email_verified: true,
    phone_verified: false,
  }
}

/**
 * If the SSO provider has domains, rejects emails outside of them. Locks the provider's row until
 * the session is open, so that a concurrent removal of the provider revokes this session. Throws
 * AuthError: 403 for another domain, 404 for a removed or disabled provider.
 */
export async function requireOwnDomain(tx: Tx, ssoProviderId: string, email: string) {
  const open = await tx`
    select from auth.sso_providers
    where id = ${ssoProviderId} and disabled is not true for key share`
  if (open.length === 0) throw providerNotFound()
  const rows = await tx<{ domain: string }[]>`
    select lower(domain) as domain from auth.sso_domains where sso_provider_id = ${ssoProviderId}`
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (rows.length > 0 && !rows.some((row) => row.domain === domain)) {
    throw new AuthError(
      403,
      'sso_domain_mismatch',
      'The email address is not of a domain of this SSO provider',
    )
  }
}

export function providerNotFound(): AuthError {
  return new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain')
}
