import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import { mailConfirmation } from '#backend/auth/codes/mail-code.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { findUserByEmail, findUserById, isBanned, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { noEmail, unprovenAccount, unverifiedEmail } from './errors.ts'
import { evictStrangers } from './evict-strangers.ts'
import {
  addIdentity,
  findIdentityOwner,
  linkIdentity,
  noteProviders,
  type Named,
} from './identities.ts'
import { descriptionOf, type ExternalProfile } from './profile.ts'
import { isAddressProven } from './proven.ts'

/** The account somebody signs in to, or why not: then what was written stays written. */
export type Settled = { user: UserRow } | { refusal: AuthError }

/** Somebody a provider vouches for. */
export type Arrival = {
  tx: postgres.TransactionSql
  world: AuthWorld
  provider: Named
  profile: ExternalProfile
  headers: Headers
  /** Where a mail that asks to confirm the address leads back to; already checked. */
  redirectTo: string
}

/**
 * Finds, links or makes the account of whoever a provider vouches for: the one that has this very
 * identity; else the one whose proven address the provider has verified; else a new one. Throws
 * AuthError, and a unique violation when somebody else does the same at this very moment.
 */
export async function settleAccount(arrival: Arrival): Promise<Settled> {
  const { tx, provider, profile } = arrival
  const ownerId = await findIdentityOwner(tx, provider.name, profile.subject)
  if (ownerId) {
    const owner = await lockUser(tx, ownerId)
    // Taken off the account, or the address given up, while somebody else held it: looked at anew.
    return hasIdentity(owner, arrival) ? welcomeBack(arrival, owner) : settleAccount(arrival)
  }
  const { email } = profile
  const found = email ? await findUserByEmail(tx, email) : undefined
  if (!email || !found) return welcome(arrival)
  const holder = await lockUser(tx, found.id)
  // Asked as before: what PostgreSQL takes for lower case is not always what we do.
  const isStill = (await findUserByEmail(tx, email))?.id === holder.id
  return isStill ? join(arrival, holder) : settleAccount(arrival)
}

function hasIdentity({ identities }: UserRow, { provider, profile }: Arrival): boolean {
  return identities.some(
    (own) => own.provider === provider.name && own.provider_id === profile.subject,
  )
}

/** Somebody who has signed in with this identity before. */
async function welcomeBack(arrival: Arrival, user: UserRow): Promise<Settled> {
  const { tx, provider, profile } = arrival
  refuseBanned(user)
  const isOwnAddress = profile.email !== null && profile.email === user.email?.toLowerCase()
  // Of another address than the account's, only what describes the person is taken over.
  const told = isOwnAddress ? profile.data : descriptionOf(profile)
  await tx`
    update auth.identities set identity_data = ${tx.json(profile.data)}, last_sign_in_at = now(),
      updated_at = now()
    where provider = ${provider.name} and provider_id = ${profile.subject}`
  await tx`
    update auth.users set updated_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${tx.json(told)}
    where id = ${user.id}`
  if (isOwnAddress && !user.email_confirmed_at) return confirmOrAsk(arrival, user)
  return found(tx, user.id)
}

/** Somebody new with an address that an account has. */
async function join(arrival: Arrival, holder: UserRow): Promise<Settled> {
  const { tx, world, provider, profile, headers } = arrival
  if (!profile.isEmailVerified) throw unverifiedEmail(provider.label, false)
  refuseBanned(holder)
  if (!holder.email_confirmed_at && !holder.phone_confirmed_at) {
    await addIdentity(tx, holder.id, provider.name, profile)
    return confirmOrAsk(arrival, holder)
  }
  if (!(await isAddressProven(tx, holder))) throw unprovenAccount(provider.label)
  await linkIdentity(tx, world, holder, provider, profile, headers)
  return found(tx, holder.id)
}

/** Somebody new altogether. */
async function welcome(arrival: Arrival): Promise<Settled> {
  const { tx, world, provider, profile } = arrival
  const { disableSignup, enableEmailAutoconfirm } = world.config.auth
  if (disableSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  if (!profile.email && !provider.isEmailOptional) throw noEmail()
  const id = crypto.randomUUID()
  const isConfirmed = profile.isEmailVerified || enableEmailAutoconfirm
  const appMetadata = { provider: provider.name, providers: [provider.name] }
  await tx`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, raw_app_meta_data)
    values (${id}, ${profile.email}, ${profile.email && isConfirmed ? new Date() : null},
      ${tx.json(profile.data)}, ${tx.json(appMetadata)})`
  await addIdentity(tx, id, provider.name, profile)
  if (isConfirmed || !profile.email) return signedUp(arrival, id)
  return ask(arrival, id)
}

/**
 * An account whose address nobody has confirmed: whoever has it verified by a provider is its owner,
 * and what others may have put there goes.
 */
async function confirmOrAsk(arrival: Arrival, user: UserRow): Promise<Settled> {
  const { tx, world, provider, profile } = arrival
  if (!profile.isEmailVerified && !world.config.auth.enableEmailAutoconfirm) {
    return ask(arrival, user.id)
  }
  if (profile.isEmailVerified) {
    await evictStrangers(tx, user, { provider: provider.name, ...profile })
  }
  await tx`update auth.users set email_confirmed_at = now() where id = ${user.id}`
  await noteProviders(tx, user.id)
  return signedUp(arrival, user.id)
}

/** Has the owner of an address say by mail that the account is theirs. */
export async function ask(
  { tx, world, provider, headers, redirectTo }: Arrival,
  userId: string,
): Promise<Settled> {
  const { user } = await found(tx, userId)
  const { mailInterval, lifetime } = world.config.auth.otp
  const age = (Date.now() - (user.confirmation_sent_at?.getTime() ?? 0)) / 1000
  // Whoever tries again and again at the provider does not have its owner flooded.
  if (age >= Math.min(mailInterval, lifetime)) {
    await mailConfirmation(tx, world, user, { challenge: null, redirectTo, headers })
  }
  return { refusal: unverifiedEmail(provider.label, true) }
}

/** Signing in itself is written down where the session begins. */
async function signedUp({ tx, provider, headers }: Arrival, userId: string): Promise<Settled> {
  const { user } = await found(tx, userId)
  await audit(tx, user, 'user_signedup', headers, { provider: provider.name })
  return { user }
}

async function found(tx: postgres.TransactionSql, userId: string): Promise<{ user: UserRow }> {
  return { user: (await findUserById(tx, userId))! }
}

/** The account as it is once nobody else changes it. */
export async function lockUser(tx: postgres.TransactionSql, id: string): Promise<UserRow> {
  await tx`select from auth.users where id = ${id} for no key update`
  const user = await findUserById(tx, id)
  if (!user || user.deleted_at) {
    throw new AuthError(403, 'user_not_found', 'User of this identity does not exist')
  }
  return user
}

export function refuseBanned(user: UserRow): void {
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
}
