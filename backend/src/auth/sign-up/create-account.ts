import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import { createUserIn, duplicateOr } from '#backend/auth/new-users.ts'
import { type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'

/** Who signs up, by what they say of themselves: an address, a number, or neither. */
export type Newcomer = {
  email?: string
  phone?: string
  passwordHash?: string
  data: UserRow['raw_user_meta_data'] | undefined
}

/** Stores a newcomer's account, confirmed where the project asks for no confirmation. */
export async function createAccount(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  { email, phone, passwordHash, data }: Newcomer,
  headers: Headers,
): Promise<UserRow> {
  const { auth } = world.config
  const user = await createUserIn(tx, {
    email: email ?? null,
    phone: phone ?? null,
    passwordHash: passwordHash ?? null,
    isConfirmed: auth.enableEmailAutoconfirm,
    isPhoneConfirmed: auth.enablePhoneAutoconfirm,
    userMetadata: data ?? {},
  })
  const provider = email ? 'email' : phone ? 'phone' : 'anonymous'
  if (user.is_anonymous || user.confirmed_at) {
    await audit(tx, user, 'user_signedup', headers, { provider })
  }
  return user
}

/**
 * Does `work` that creates an account. Answers null, with nothing done, when somebody else signed up
 * with the same address or number at this very moment.
 */
export async function unlessTaken<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (cause) {
    if (duplicateOr(cause) !== cause) return null
    throw cause
  }
}
