import postgres from 'postgres'
import { sendConfirmationEmail } from '#backend/auth/codes/send-code.ts'
import { audit } from '#backend/auth/core/audit.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { removeUnverifiedCredentials } from '#backend/auth/core/credentials.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { syncProviders } from '#backend/auth/core/identifiers.ts'
import { emailExists } from '#backend/auth/core/new-users.ts'
import { type UserRow, findUserByEmail, findUserById, isBanned } from '#backend/auth/core/users.ts'
import { isEmailVerified } from '#backend/auth/core/verified-identifiers.ts'
import {
  alreadyLinked,
  linkingDisabled,
  noEmail,
  unverifiedAccount,
  unverifiedEmail,
} from './errors.ts'
import { type ProviderName, addIdentity, findIdentityOwner, linkIdentity } from './identities.ts'
import { type ExternalProfile, descriptionOf } from './profile.ts'

/** The account somebody signs in to, or why not: then what was written stays written. */
export type SignInResult = { user: UserRow } | { refusal: AuthError }

/** Somebody a provider vouches for. */
export type ExternalSignIn = {
  tx: postgres.TransactionSql
  context: AuthContext
  provider: ProviderName
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
export async function findOrCreateAccount(arrival: ExternalSignIn): Promise<SignInResult> {
  const { tx, provider, profile } = arrival
  const ownerId = await findIdentityOwner(tx, provider.name, profile.subject)
  if (ownerId) {
    const owner = await lockUser(tx, ownerId)
    // Taken off the account, or the address given up, while somebody else held it: looked at anew.
    return hasIdentity(owner, arrival)
      ? signInExisting(arrival, owner)
      : findOrCreateAccount(arrival)
  }
  const { email } = profile
  const found = email ? await findUserByEmail(tx, email) : undefined
  if (!email || !found) return createUser(arrival)
  const holder = await lockUser(tx, found.id)
  // Asked as before: what PostgreSQL takes for lower case is not always what we do.
  const isStill = (await findUserByEmail(tx, email))?.id === holder.id
  return isStill ? linkToExisting(arrival, holder) : findOrCreateAccount(arrival)
}

function hasIdentity({ identities }: UserRow, { provider, profile }: ExternalSignIn): boolean {
  return identities.some(
    (own) => own.provider === provider.name && own.provider_id === profile.subject,
  )
}

/** Somebody who has signed in with this identity before. */
async function signInExisting(arrival: ExternalSignIn, user: UserRow): Promise<SignInResult> {
  const { tx, provider, profile } = arrival
  requireNotBanned(user)
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
  if (isOwnAddress && !user.email_confirmed_at) return confirmOrRequest(arrival, user)
  return loadResult(tx, user.id)
}

/** Somebody new with an address that an account has. */
async function linkToExisting(arrival: ExternalSignIn, holder: UserRow): Promise<SignInResult> {
  const { tx, context, provider, profile, headers } = arrival
  if (!profile.isEmailVerified) throw unverifiedEmail(provider.label, false)
  requireNotBanned(holder)
  if (!holder.email_confirmed_at && !holder.phone_confirmed_at) {
    await addIdentity(tx, holder.id, provider.name, profile)
    return confirmOrRequest(arrival, holder)
  }
  if (!(await isEmailVerified(tx, holder))) throw unverifiedAccount(provider.label)
  await linkIdentity(tx, context, holder, provider, profile, headers)
  return loadResult(tx, holder.id)
}

/** Somebody new altogether. */
async function createUser(arrival: ExternalSignIn): Promise<SignInResult> {
  const { tx, context, provider, profile } = arrival
  const { disableSignup, enableEmailAutoconfirm } = context.settings
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
  if (isConfirmed || !profile.email) return recordSignUp(arrival, id)
  return requestEmailConfirmation(arrival, id)
}

/**
 * An account whose address nobody has confirmed: whoever has it verified by a provider is its owner,
 * and what others may have put there goes.
 */
async function confirmOrRequest(arrival: ExternalSignIn, user: UserRow): Promise<SignInResult> {
  const { tx, context, provider, profile } = arrival
  if (!profile.isEmailVerified && !context.settings.enableEmailAutoconfirm) {
    return requestEmailConfirmation(arrival, user.id)
  }
  if (profile.isEmailVerified) {
    await removeUnverifiedCredentials(tx, user, { provider: provider.name, ...profile })
  }
  await tx`update auth.users set email_confirmed_at = now() where id = ${user.id}`
  await syncProviders(tx, user.id)
  return recordSignUp(arrival, user.id)
}

/** Has the owner of an address say by mail that the account is theirs. */
async function requestEmailConfirmation(
  { tx, context, provider, headers, redirectTo }: ExternalSignIn,
  userId: string,
): Promise<SignInResult> {
  const { user } = await loadResult(tx, userId)
  const { mailInterval, lifetime } = context.settings.otp
  const age = (Date.now() - (user.confirmation_sent_at?.getTime() ?? 0)) / 1000
  // Whoever tries again and again at the provider does not have its owner flooded.
  if (age >= Math.min(mailInterval, lifetime)) {
    await sendConfirmationEmail(tx, context, user, { challenge: null, redirectTo, headers })
  }
  return { refusal: unverifiedEmail(provider.label, true) }
}

/** Signing in itself is written down where the session begins. */
async function recordSignUp(
  { tx, provider, headers }: ExternalSignIn,
  userId: string,
): Promise<SignInResult> {
  const { user } = await loadResult(tx, userId)
  await audit(tx, user, 'user_signedup', headers, { provider: provider.name })
  return { user }
}

async function loadResult(tx: postgres.TransactionSql, userId: string): Promise<{ user: UserRow }> {
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

function requireNotBanned(user: UserRow): void {
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
}

/**
 * Links an identity to the account of the signed-in person who asked for it. One without an address
 * takes the identity's, and is anonymous no longer. Throws AuthError `identity_already_exists` when
 * the identity is linked already, `email_exists` when somebody else has the address.
 */
export async function linkToSignedInUser(
  arrival: ExternalSignIn,
  targetId: string,
): Promise<SignInResult> {
  const { tx, context, provider, profile, headers } = arrival
  if (!context.settings.enableManualLinking) throw linkingDisabled()
  const target = await lockUser(tx, targetId)
  requireNotBanned(target)
  const ownerId = await findIdentityOwner(tx, provider.name, profile.subject)
  if (ownerId) throw alreadyLinked(ownerId === targetId)

  const takesAddress = !target.email && profile.email !== null
  const isConfirmed = profile.isEmailVerified || context.settings.enableEmailAutoconfirm
  if (takesAddress) {
    if (await findUserByEmail(tx, profile.email!)) throw emailExists()
    await tx`
      update auth.users set email = ${profile.email},
        email_confirmed_at = ${isConfirmed ? new Date() : null}, confirmation_sent_at = null
      where id = ${targetId}`
  }
  if (target.is_anonymous && (isConfirmed || !takesAddress)) {
    const facts = { ...profile.data, ...target.raw_user_meta_data }
    await tx`
      update auth.users set is_anonymous = false, raw_user_meta_data = ${tx.json(facts)}
      where id = ${targetId}`
  }
  await linkIdentity(tx, context, (await findUserById(tx, targetId))!, provider, profile, headers)
  if (takesAddress && !isConfirmed) return requestEmailConfirmation(arrival, targetId)
  return { user: (await findUserById(tx, targetId))! }
}

/**
 * Runs `work` in a transaction, and once more when somebody else made the same account or identity at
 * this very moment: the second time it is found.
 */
export async function withConflictRetry<T>(
  context: AuthContext,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  try {
    return (await context.sql.begin(work)) as T
  } catch (cause) {
    if (!(cause instanceof postgres.PostgresError) || cause.code !== '23505') throw cause
    return (await context.sql.begin(work)) as T
  }
}
