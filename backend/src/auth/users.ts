import postgres from 'postgres'
import type { Queryable } from '#backend/platform/queryable.ts'
import { AuthError, invalid } from './errors.ts'

type Metadata = Record<string, postgres.JSONValue | undefined>

export type IdentityRow = {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

/** A row of auth.users, as far as the service reads it, with its identities. */
export type UserRow = {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  phone: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  phone_confirmed_at: Date | null
  confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata | null
  raw_user_meta_data: Metadata | null
  created_at: Date | null
  updated_at: Date | null
  banned_until: Date | null
  deleted_at: Date | null
  is_anonymous: boolean
  identities: IdentityRow[]
}

/** What of `auth.users u` makes a UserRow. */
export function userColumns(sql: Queryable) {
  return sql`
    u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at,
    u.phone_confirmed_at, u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at,
    u.email_change, u.email_change_sent_at, u.last_sign_in_at, u.raw_app_meta_data,
    u.raw_user_meta_data, u.created_at, u.updated_at, u.banned_until, u.deleted_at, u.is_anonymous,
    (select coalesce(json_agg(i order by i.created_at), '[]') from auth.identities i
      where i.user_id = u.id) as identities`
}

/** An account by its id, one that was softly deleted too. */
export async function findUserById(sql: Queryable, id: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u where u.id = ${id}`
  return user
}

/** The account that signs in with this address, in any case of its letters. */
export async function findUserByEmail(sql: Queryable, email: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u
    where lower(u.email) = ${email.toLowerCase()} and not u.is_sso_user and u.deleted_at is null`
  return user
}

/**
 * Locks the row of `user`, as it was read, before its sessions: whoever deletes an account does so in
 * the same order, and neither overlooks the other. Throws AuthError when it was deleted meanwhile, or
 * no longer has this address.
 */
export async function lockUnchanged(tx: postgres.TransactionSql, user: UserRow): Promise<void> {
  const rows = await tx`
    select from auth.users
    where id = ${user.id} and email is not distinct from ${user.email} and deleted_at is null
    for no key update`
  if (rows.length === 0)
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}

type NewUser = {
  id?: string | undefined
  email: string
  passwordHash: string | null
  isConfirmed: boolean
  role?: string | undefined
  userMetadata: Metadata
  appMetadata?: Metadata | undefined
}

/**
 * Stores an account with its e-mail identity. Throws AuthError `email_exists` (422) when the
 * address is taken, also when somebody else takes it at this very moment.
 */
export async function createUser(sql: postgres.Sql, user: NewUser): Promise<UserRow> {
  const id = user.id ?? crypto.randomUUID()
  const email = user.email.toLowerCase()
  const facts = { sub: id, email, email_verified: user.isConfirmed, phone_verified: false }
  const metadata = { ...user.userMetadata, ...facts }
  const appMetadata = { provider: 'email', providers: ['email'], ...user.appMetadata }
  const confirmedAt = user.isConfirmed ? new Date() : null
  try {
    return await sql.begin(async (tx) => {
      await tx`
        insert into auth.users (id, email, encrypted_password, email_confirmed_at, role,
          raw_user_meta_data, raw_app_meta_data)
        values (${id}, ${email}, ${user.passwordHash}, ${confirmedAt},
          ${user.role ?? 'authenticated'}, ${tx.json(metadata)}, ${tx.json(appMetadata)})`
      await tx`
        insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
        values (${id}, ${id}, ${tx.json(metadata)}, 'email', now())`
      return (await findUserById(tx, id))!
    })
  } catch (cause) {
    throw duplicateOr(cause)
  }
}

/** `email_exists` for a clash of addresses; anything else as it was. */
export function duplicateOr(cause: unknown): unknown {
  if (!(cause instanceof postgres.PostgresError) || cause.code !== '23505') return cause
  return emailExists()
}

export function emailExists(): AuthError {
  return new AuthError(
    422,
    'email_exists',
    'A user with this email address has already been registered',
  )
}

/** Whether the account is locked at this moment. */
export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && user.banned_until > new Date()
}

/** The address in lower case. Refuses what is no e-mail address (400). */
export function parseEmail(email: string): string {
  if (email.length > 255) throw invalid('An email address is too long')
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(email)) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return email.toLowerCase()
}
