import type { Tx } from './context.ts'
import type postgres from 'postgres'
import type { Queryable } from '#backend/platform/database.ts'
import type { WireRow, WireStatement } from '#backend/platform/wire/connection.ts'
import { AuthError } from './errors.ts'

export type Metadata = Record<string, postgres.JSONValue | undefined>

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

/** Columns of `auth.users u` that `userFromJson` parses. */
export const userColumnsSql = `
    u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at,
    u.phone_confirmed_at, u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at,
    u.email_change, u.email_change_sent_at, u.phone_change, u.phone_change_sent_at,
    u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data,
    u.created_at, u.updated_at, u.banned_until, u.deleted_at, u.is_anonymous, u.is_sso_user,
    array(select row_to_json(i) from auth.identities i where i.user_id = u.id) as identities,
    array(select json_build_object('id', f.id, 'friendly_name', f.friendly_name,
        'factor_type', f.factor_type, 'status', f.status, 'phone', f.phone,
        'last_challenged_at', f.last_challenged_at, 'created_at', f.created_at,
        'updated_at', f.updated_at)
      from auth.mfa_factors f where f.user_id = u.id) as factors`

/** The latest timestamp in responses. JavaScript clients cannot parse later timestamps. */
export const latestTimestamp = new Date('9999-12-31T23:59:59Z')

/** Parses an account's row from JSON. Sorts identities and factors, oldest first. */
export function userFromJson<Row extends UserRow>(json: string): Row {
  const row = JSON.parse(json) as Row
  for (const [name, text] of Object.entries(row)) {
    if (typeof text !== 'string' || !/_at$|^banned_until$/.test(name)) continue
    const instant = new Date(text)
    // Replaces `infinity`, the end of an imported ban, because JavaScript cannot parse it.
    const isValid = !Number.isNaN(instant.getTime())
    Object.assign(row, { [name]: isValid ? instant : latestTimestamp })
  }
  row.identities.sort(byAge)
  row.factors.sort(byAge)
  return row
}

type Aged = { created_at: string }

function byAge(one: Aged, other: Aged): number {
  return Date.parse(one.created_at) - Date.parse(other.created_at)
}

/** SQL condition on an account `u` with one parameter `$1`, and the parameter's value. */
export type UserCondition = { condition: string; value: string }

export function byId(id: string): UserCondition {
  return { condition: 'u.id = $1', value: id }
}

export function byEmail(email: string): UserCondition {
  return {
    condition: 'lower(u.email) = $1 and not u.is_sso_user and u.deleted_at is null',
    value: email.toLowerCase(),
  }
}

export function byPhone(phone: string): UserCondition {
  return {
    condition: 'u.phone = $1 and not u.is_sso_user and u.deleted_at is null',
    value: phone,
  }
}

export function userStatement({ condition, value }: UserCondition): WireStatement {
  return { text: usersSql(condition), values: [value] }
}

/** Builds SQL that reads accounts as JSON. `rest` is the SQL that follows `where`. */
export function usersSql(rest: string): string {
  return `
    select row_to_json(account)::text as account from (
      select ${userColumnsSql} from auth.users u where ${rest}
    ) account`
}

export function userFromRows([row]: readonly WireRow[]): UserRow | undefined {
  const json = row?.[0]
  return json ? userFromJson<UserRow>(json.toString()) : undefined
}

async function findUser(sql: Queryable, { condition, value }: UserCondition) {
  const rows = sql.unsafe<{ account: string }[]>(usersSql(condition), [value], { prepare: true })
  const [found] = await rows
  return found && userFromJson<UserRow>(found.account)
}

/** Returns an account by id, including a soft-deleted account. */
export function findUserById(sql: Queryable, id: string): Promise<UserRow | undefined> {
  return findUser(sql, byId(id))
}

export function findUserByEmail(sql: Queryable, email: string): Promise<UserRow | undefined> {
  return findUser(sql, byEmail(email))
}

export function findUserByPhone(sql: Queryable, phone: string): Promise<UserRow | undefined> {
  return findUser(sql, byPhone(phone))
}

/**
 * Locks the account's row; sessions are always locked after the account. Throws AuthError (400) if
 * the account was deleted or its email changed since `user` was read.
 */
export async function lockUnchanged(tx: Tx, user: UserRow): Promise<void> {
  const rows = await tx`
    select from auth.users
    where id = ${user.id} and email is not distinct from ${user.email} and deleted_at is null
    for no key update`
  if (rows.length === 0)
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}

export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && user.banned_until > new Date()
}

export function hasVerifiedFactor(user: UserRow): boolean {
  return user.factors.some(({ status }) => status === 'verified')
}
