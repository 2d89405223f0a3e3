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

/** A second factor, without what it proves itself by. */
export type FactorRow = {
  id: string
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'verified' | 'unverified'
  phone: string | null
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

/** A row of auth.users, as far as the service reads it, with its identities and factors. */
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
  phone_change: string | null
  phone_change_sent_at: Date | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata | null
  raw_user_meta_data: Metadata | null
  created_at: Date | null
  updated_at: Date | null
  banned_until: Date | null
  deleted_at: Date | null
  is_anonymous: boolean
  is_sso_user: boolean
  identities: IdentityRow[]
  factors: FactorRow[]
}

/** What of `auth.users u` makes a UserRow, as SQL. */
export const userColumnsSql = `
    u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at,
    u.phone_confirmed_at, u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at,
    u.email_change, u.email_change_sent_at, u.phone_change, u.phone_change_sent_at,
    u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data,
    u.created_at, u.updated_at, u.banned_until, u.deleted_at, u.is_anonymous, u.is_sso_user,
    (select coalesce(json_agg(i order by i.created_at), '[]') from auth.identities i
      where i.user_id = u.id) as identities,
    (select coalesce(json_agg(json_build_object('id', f.id, 'friendly_name', f.friendly_name,
        'factor_type', f.factor_type, 'status', f.status, 'phone', f.phone,
        'last_challenged_at', f.last_challenged_at, 'created_at', f.created_at,
        'updated_at', f.updated_at) order by f.created_at), '[]')
      from auth.mfa_factors f where f.user_id = u.id) as factors`

/** The same as part of a query. */
export function userColumns(sql: Queryable) {
  return sql.unsafe(userColumnsSql)
}

const instants = [
  'email_confirmed_at',
  'phone_confirmed_at',
  'confirmed_at',
  'invited_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'email_change_sent_at',
  'phone_change_sent_at',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'created_at',
  'updated_at',
  'banned_until',
  'deleted_at',
] as const satisfies readonly (keyof UserRow)[]

/** A row of these columns that came as JSON, with its instants as dates. */
export function userOfJson<Row extends UserRow>(json: string): Row {
  const row = JSON.parse(json) as Row
  for (const name of instants) {
    const text = row[name]
    if (text !== null) row[name] = new Date(text)
  }
  return row
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

/** The account that signs in with this number, given as digits alone. */
export async function findUserByPhone(sql: Queryable, phone: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u
    where u.phone = ${phone} and not u.is_sso_user and u.deleted_at is null`
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
  /** Neither address nor number makes an anonymous account. */
  email?: string | null
  phone?: string | null
  passwordHash: string | null
  /** Whether the e-mail address counts as confirmed. */
  isConfirmed: boolean
  isPhoneConfirmed?: boolean
  aud?: string | undefined
  role?: string | undefined
  bannedUntil?: Date | null
  userMetadata: Metadata
  appMetadata?: Metadata | undefined
}

/**
 * Stores an account with an identity for its address and one for its number, within a transaction.
 * A clash ends it, when either is taken, also by somebody else at this very moment; `duplicateOr`
 * says what clashed.
 */
export async function createUserIn(tx: postgres.TransactionSql, user: NewUser): Promise<UserRow> {
  const id = user.id ?? crypto.randomUUID()
  const email = user.email?.toLowerCase() || null
  const phone = user.phone || null
  const isPhoneConfirmed = user.isPhoneConfirmed ?? false
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])]
  const facts = {
    sub: id,
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    email_verified: Boolean(email) && user.isConfirmed,
    phone_verified: Boolean(phone) && isPhoneConfirmed,
  }
  const isAnonymous = providers.length === 0
  const metadata = isAnonymous ? user.userMetadata : { ...user.userMetadata, ...facts }
  const appMetadata = isAnonymous ? {} : { provider: providers[0], providers }
  await tx`
    insert into auth.users (id, aud, role, email, phone, encrypted_password, email_confirmed_at,
      phone_confirmed_at, banned_until, is_anonymous, raw_user_meta_data, raw_app_meta_data)
    values (${id}, ${user.aud ?? 'authenticated'}, ${user.role ?? 'authenticated'}, ${email},
      ${phone}, ${user.passwordHash}, ${email && user.isConfirmed ? new Date() : null},
      ${phone && isPhoneConfirmed ? new Date() : null}, ${user.bannedUntil ?? null},
      ${isAnonymous}, ${tx.json(metadata)}, ${tx.json({ ...appMetadata, ...user.appMetadata })})`
  for (const provider of providers) {
    await tx`
      insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
      values (${id}, ${id}, ${tx.json(metadata)}, ${provider}, now())`
  }
  return (await findUserById(tx, id))!
}

/** `email_exists` or `phone_exists` for a clash; anything else as it was. */
export function duplicateOr(cause: unknown): unknown {
  if (!(cause instanceof postgres.PostgresError) || cause.code !== '23505') return cause
  if (cause.constraint_name === 'users_phone_key') return phoneExists()
  return cause.constraint_name === 'users_pkey' ? idExists() : emailExists()
}

function idExists(): AuthError {
  return new AuthError(422, 'conflict', 'A user with this id already exists')
}

export function phoneExists(): AuthError {
  return new AuthError(
    422,
    'phone_exists',
    'A user with this phone number has already been registered',
  )
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
  if (!isEmailAddress(email)) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return email.toLowerCase()
}

/** Whether a text is an address, of the letters that all mail servers read alike. */
export function isEmailAddress(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)
}

/** The number as it is stored: digits with the country code, without a plus. Refuses anything else (400). */
export function parsePhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9]\d{1,14}$/.test(digits)) {
    throw invalid('Invalid phone number format (E.164 required)')
  }
  return digits
}
