import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { findUserById, isBanned, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'

/** Somebody as their company's identity provider tells of them. */
export type SsoPerson = {
  /** What stays the same when their address changes; unique at the provider. */
  subject: string
  /** Who says so: SAML entity id, or issuer. */
  issuer: string
  email: string
  /** Further facts by the names of OpenID Connect's claims; what has none goes to `custom_claims`. */
  claims: Record<string, postgres.JSONValue>
}

const standardClaims = new Set([
  'name',
  'full_name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'user_name',
  'profile',
  'picture',
  'avatar_url',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
])

/**
 * The account of a person whom the company's provider `providerId` has vouched for, made when they
 * come for the first time. Such accounts belong to the company: they are found by its provider alone,
 * never by an address that an account of somebody's own has. Throws AuthError `signup_disabled` or
 * `user_banned`.
 */
export async function ssoAccount(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  providerId: string,
  person: SsoPerson,
  headers: Headers,
): Promise<UserRow> {
  const provider = `sso:${providerId}`
  const facts = identityFacts(person)
  // Two first sign-ins of one person at once make one account.
  await tx`select pg_advisory_xact_lock(hashtext(${provider}), hashtext(${person.subject}))`
  const known = await lockOwner(tx, provider, person)
  if (!known && world.config.auth.disableSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const id = known ?? (await insertUser(tx, provider, facts))
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${person.subject}, ${id}, ${tx.json(facts)}, ${provider}, now())
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

/** Their account, locked: it comes before its identities, as everywhere. */
async function lockOwner(
  tx: postgres.TransactionSql,
  provider: string,
  person: SsoPerson,
): Promise<string | undefined> {
  const found = await findOwner(tx, provider, person)
  if (!found) return undefined
  await tx`select from auth.users where id = ${found} for no key update`
  // Deleted, or no longer theirs, since it was found: looked at anew.
  const isStill = (await findOwner(tx, provider, person)) === found
  return isStill ? found : lockOwner(tx, provider, person)
}

/** By the person's id at the provider; else by their address there, should the provider have changed its ids. */
async function findOwner(
  tx: postgres.TransactionSql,
  provider: string,
  { subject, email }: SsoPerson,
): Promise<string | undefined> {
  const [owner] = await tx<{ user_id: string }[]>`
    select i.user_id from auth.identities i join auth.users u on u.id = i.user_id
    where i.provider = ${provider} and u.deleted_at is null
      and (i.provider_id = ${subject} or i.email = ${email.toLowerCase()})
    order by (i.provider_id = ${subject}) desc, i.created_at limit 1`
  return owner?.user_id
}

async function insertUser(
  tx: postgres.TransactionSql,
  provider: string,
  facts: ReturnType<typeof identityFacts>,
): Promise<string> {
  const appMetadata = { provider, providers: [provider] }
  const [user] = await tx<{ id: string }[]>`
    insert into auth.users (id, email, is_sso_user, email_confirmed_at, raw_user_meta_data,
      raw_app_meta_data)
    values (gen_random_uuid(), ${facts.email}, true, now(), ${tx.json(facts)},
      ${tx.json(appMetadata)})
    returning id`
  return user!.id
}

/** What is kept of the identity, and what the person's metadata say from then on. */
function identityFacts({ subject, issuer, email, claims }: SsoPerson) {
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
