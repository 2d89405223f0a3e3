import { sendConfirmationEmail } from '#backend/auth/codes/send-code.ts'
import { audit } from '#backend/auth/core/audit.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { removeUnverifiedCredentials } from '#backend/auth/core/credentials.ts'
import { AuthError, isUniqueViolation } from '#backend/auth/core/errors.ts'
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

/**
 * Result of an external sign-in. A refusal is returned instead of thrown, so that the transaction
 * commits.
 */
export type SignInResult = { user: UserRow } | { refusal: AuthError }

export type ExternalSignIn = {
  tx: Tx
  context: AuthContext
  provider: ProviderName
  profile: ExternalProfile
  headers: Headers
  redirectTo: string
}

/**
 * Returns the account that has the external identity. Otherwise links the identity to an account
 * with the same email, or creates an account. Links an identity only if the provider has verified
 * its email. If the account is confirmed, its owner must have verified the email too. Throws
 * AuthError if the account is banned or deleted, sign-ups are disabled, or linking is not allowed.
 * Throws a unique violation if a concurrent request stores the identity or email first.
 */
export async function findOrCreateAccount(signIn: ExternalSignIn): Promise<SignInResult> {
  const { tx, provider, profile } = signIn
  const ownerId = await findIdentityOwner(tx, provider.name, profile.subject)
  if (ownerId) {
    const owner = await lockUser(tx, ownerId)
    // Starts over if the identity was unlinked while this transaction waited for the row lock.
    return hasIdentity(owner, signIn) ? signInExisting(signIn, owner) : findOrCreateAccount(signIn)
  }
  const { email } = profile
  const found = email ? await findUserByEmail(tx, email) : undefined
  if (!email || !found) return createUser(signIn)
  const holder = await lockUser(tx, found.id)
  // Compares emails in SQL, because PostgreSQL's lower() differs from JavaScript's toLowerCase().
  const isStill = (await findUserByEmail(tx, email))?.id === holder.id
  return isStill ? linkToExisting(signIn, holder) : findOrCreateAccount(signIn)
}

function hasIdentity({ identities }: UserRow, { provider, profile }: ExternalSignIn): boolean {
  return identities.some(
    (own) => own.provider === provider.name && own.provider_id === profile.subject,
  )
}

async function signInExisting(signIn: ExternalSignIn, user: UserRow): Promise<SignInResult> {
  const { tx, provider, profile } = signIn
  requireNotBanned(user)
  const isOwnAddress = profile.email !== null && profile.email === user.email?.toLowerCase()
  // Copies the email and other identifying fields to the account's metadata only if the identity
  // and the account have the same email.
  const copied = isOwnAddress ? profile.data : descriptionOf(profile)
  await tx`
    update auth.identities set identity_data = ${tx.json(profile.data)}, last_sign_in_at = now(),
      updated_at = now()
    where provider = ${provider.name} and provider_id = ${profile.subject}`
  await tx`
    update auth.users set updated_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${tx.json(copied)}
    where id = ${user.id}`
  if (isOwnAddress && !user.email_confirmed_at) return confirmOrRequest(signIn, user)
  return loadResult(tx, user.id)
}

async function linkToExisting(signIn: ExternalSignIn, holder: UserRow): Promise<SignInResult> {
  const { tx, context, provider, profile, headers } = signIn
  if (!profile.isEmailVerified) throw unverifiedEmail(provider.label, false)
  requireNotBanned(holder)
  if (!holder.email_confirmed_at && !holder.phone_confirmed_at) {
    await addIdentity(tx, holder.id, provider.name, profile)
    return confirmOrRequest(signIn, holder)
  }
  if (!(await isEmailVerified(tx, holder))) throw unverifiedAccount(provider.label)
  await linkIdentity(tx, context, holder, provider, profile, headers)
  return loadResult(tx, holder.id)
}

async function createUser(signIn: ExternalSignIn): Promise<SignInResult> {
  const { tx, context, provider, profile } = signIn
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
  if (isConfirmed || !profile.email) return recordSignUp(signIn, id)
  return requestEmailConfirmation(signIn, id)
}

/**
 * Handles an external sign-in to an unconfirmed account. If the provider verified the email, the
 * external user becomes the owner, and all other credentials are removed.
 */
async function confirmOrRequest(signIn: ExternalSignIn, user: UserRow): Promise<SignInResult> {
  const { tx, context, provider, profile } = signIn
  if (!profile.isEmailVerified && !context.settings.enableEmailAutoconfirm) {
    return requestEmailConfirmation(signIn, user.id)
  }
  if (profile.isEmailVerified) {
    await removeUnverifiedCredentials(tx, user, { provider: provider.name, ...profile })
  }
  await tx`update auth.users set email_confirmed_at = now() where id = ${user.id}`
  await syncProviders(tx, user.id)
  return recordSignUp(signIn, user.id)
}

/**
 * Emails a confirmation link, unless one was sent recently. Returns the error that asks the user to
 * confirm the email.
 */
async function requestEmailConfirmation(
  { tx, context, provider, headers, redirectTo }: ExternalSignIn,
  userId: string,
): Promise<SignInResult> {
  const { user } = await loadResult(tx, userId)
  const { mailInterval, lifetime } = context.settings.otp
  const age = (Date.now() - (user.confirmation_sent_at?.getTime() ?? 0)) / 1000
  // Repeated external sign-ins must not send a confirmation email each time.
  if (age >= Math.min(mailInterval, lifetime)) {
    await sendConfirmationEmail(tx, context, user, { challenge: null, redirectTo, headers })
  }
  return { refusal: unverifiedEmail(provider.label, true) }
}

async function recordSignUp(
  { tx, provider, headers }: ExternalSignIn,
  userId: string,
): Promise<SignInResult> {
  const { user } = await loadResult(tx, userId)
  await audit(tx, user, 'user_signedup', headers, { provider: provider.name })
  return { user }
}

async function loadResult(tx: Tx, userId: string): Promise<{ user: UserRow }> {
  return { user: (await findUserById(tx, userId))! }
}

export async function lockUser(tx: Tx, id: string): Promise<UserRow> {
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
 * Links an external identity to the signed-in user's account. An account without an email gets the
 * identity's email. Throws AuthError `identity_already_exists` or `email_exists`.
 */
export async function linkToSignedInUser(
  signIn: ExternalSignIn,
  targetId: string,
): Promise<SignInResult> {
  const { tx, context, provider, profile, headers } = signIn
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
  if (takesAddress && !isConfirmed) return requestEmailConfirmation(signIn, targetId)
  return { user: (await findUserById(tx, targetId))! }
}

/** Runs a transaction. Retries it once after a unique violation by a concurrent request. */
export async function withConflictRetry<T>(
  context: AuthContext,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return (await context.sql.begin(work)) as T
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause
    return (await context.sql.begin(work)) as T
  }
}
