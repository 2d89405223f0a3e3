import { audit } from './audit.ts'
import type { AuthContext, Tx } from './context.ts'
import { AuthError, isUniqueViolation } from './errors.ts'
import { type Metadata, type UserRow, findUserById } from './users.ts'

type UserToInsert = {
  id?: string | undefined
  /** An account with neither email nor phone is anonymous. */
  email?: string | null
  phone?: string | null
  passwordHash: string | null
  isConfirmed: boolean
  isPhoneConfirmed?: boolean
  aud?: string | undefined
  role?: string | undefined
  bannedUntil?: Date | null
  userMetadata: Metadata
  /**
   * Whether to store the same data in the user metadata and in the account's identities, as a
   * sign-up does.
   */
  sharesMetadata?: boolean
  appMetadata?: Metadata | undefined
}

/** Inserts an account. Throws PostgresError 23505 for a taken email, phone or id. */
export async function insertUser(tx: Tx, user: UserToInsert): Promise<UserRow> {
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
  const shared = user.sharesMetadata && !isAnonymous ? { ...user.userMetadata, ...facts } : null
  const metadata = shared ?? {
    ...user.userMetadata,
    ...(facts.email_verified && { email_verified: true }),
    ...(facts.phone_verified && { phone_verified: true }),
  }
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
      values (${id}, ${id}, ${tx.json(shared ?? facts)}, ${provider}, now())`
  }
  return (await findUserById(tx, id))!
}

/** Maps a unique violation to an AuthError for a taken email, phone or id. */
export function throwDuplicate(cause: unknown): never {
  if (!isUniqueViolation(cause)) throw cause
  if (cause.constraint_name === 'users_phone_key') throw phoneExists()
  if (cause.constraint_name !== 'users_pkey') throw emailExists()
  throw new AuthError(422, 'conflict', 'A user with this id already exists')
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

export type NewUser = {
  email?: string
  phone?: string
  passwordHash?: string
  data: UserRow['raw_user_meta_data'] | undefined
}

export async function createAccount(
  tx: Tx,
  context: AuthContext,
  { email, phone, passwordHash, data }: NewUser,
  headers: Headers,
): Promise<UserRow> {
  const auth = context.settings
  const user = await insertUser(tx, {
    email: email ?? null,
    phone: phone ?? null,
    passwordHash: passwordHash ?? null,
    isConfirmed: auth.enableEmailAutoconfirm,
    isPhoneConfirmed: auth.enablePhoneAutoconfirm,
    userMetadata: data ?? {},
    sharesMetadata: true,
  })
  const provider = email ? 'email' : phone ? 'phone' : 'anonymous'
  if (user.is_anonymous || user.confirmed_at) {
    await audit(tx, user, 'user_signedup', headers, { provider })
  }
  return user
}

/** Runs `work`. Returns null if a concurrent request took the email or phone first. */
export async function nullIfTaken<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (cause) {
    if (isUniqueViolation(cause)) return null
    throw cause
  }
}
