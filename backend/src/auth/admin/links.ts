import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { removeCredentialsIfUnverified } from '#backend/auth/core/credentials.ts'
import { invalid } from '#backend/auth/core/errors.ts'
import { parseEmail } from '#backend/auth/core/identifiers.ts'
import { mergeMetadata } from '#backend/auth/core/metadata.ts'
import { emailExists, insertUser } from '#backend/auth/core/new-users.ts'
import {
  type OneTimeTokenType,
  hashCode,
  newCode,
  storeOneTimeToken,
} from '#backend/auth/core/one-time-tokens.ts'
import {
  type Metadata,
  type UserRow,
  findUserByEmail,
  findUserById,
  lockUnchanged,
} from '#backend/auth/core/users.ts'

export type Link = { user: UserRow; code: string; hash: string }

/**
 * Creates an invitation link. Removes the credentials of an unconfirmed account, because an
 * attacker may have signed up with the invited email. Throws AuthError `email_exists` (422) for a
 * confirmed account.
 */
export async function createInviteLink(
  tx: Tx,
  context: AuthContext,
  email: string,
  data: Metadata,
): Promise<Link> {
  const user = await findOrCreateUnconfirmed(tx, email, { data, passwordHash: null })
  await removeCredentialsIfUnverified(tx, user)
  await tx`
    update auth.users set invited_at = now(), confirmation_sent_at = now(), updated_at = now()
    where id = ${user.id}`
  return createLink(tx, context, user, 'confirmation_token', email)
}

export async function createSignUpLink(
  tx: Tx,
  context: AuthContext,
  email: string,
  facts: { data: Metadata; passwordHash: string | null },
): Promise<Link> {
  const user = await findOrCreateUnconfirmed(tx, email, facts)
  await mergeMetadata(tx, user.id, 'raw_user_meta_data', facts.data)
  await tx`
    update auth.users set confirmation_sent_at = now(), updated_at = now() where id = ${user.id}`
  return createLink(tx, context, user, 'confirmation_token', email)
}

export async function createRecoveryLink(tx: Tx, context: AuthContext, user: UserRow) {
  await lockUnchanged(tx, user)
  await tx`update auth.users set recovery_sent_at = now() where id = ${user.id}`
  return createLink(tx, context, user, 'recovery_token', user.email ?? '')
}

export async function createEmailChangeLink(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  side: 'current' | 'new',
  newEmail: string | null | undefined,
): Promise<Link> {
  if (side === 'current' && !context.settings.secureEmailChange) {
    throw invalid('Enable secure email change to generate link for current email')
  }
  const address = parseEmail(newEmail ?? '')
  if (await findUserByEmail(tx, address)) throw emailExists()
  // Locks the account before its one-time tokens, as all code paths do, to prevent deadlocks.
  await lockUnchanged(tx, user)
  if (user.email_change !== address) {
    await tx`
      delete from auth.one_time_tokens where user_id = ${user.id}
        and token_type in ('email_change_token_new', 'email_change_token_current')`
    await tx`
      update auth.users set email_change = ${address}, email_change_confirm_status = 0
      where id = ${user.id}`
  }
  await tx`update auth.users set email_change_sent_at = now() where id = ${user.id}`
  const relatesTo = side === 'current' ? (user.email ?? '') : address
  return createLink(tx, context, user, `email_change_token_${side}`, relatesTo)
}

async function findOrCreateUnconfirmed(
  tx: Tx,
  email: string,
  { data, passwordHash }: { data: Metadata; passwordHash: string | null },
): Promise<UserRow> {
  const found = await findUserByEmail(tx, email)
  if (!found) {
    return insertUser(tx, { email, passwordHash, isConfirmed: false, userMetadata: data })
  }
  if (!found.email_confirmed_at) await lockUnchanged(tx, found)
  const existing = (await findUserById(tx, found.id)) ?? found
  if (existing.email_confirmed_at) throw emailExists()
  return existing
}

async function createLink(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  type: OneTimeTokenType,
  relatesTo: string,
): Promise<Link> {
  const code = newCode(context.settings.otp.digits)
  const hash = hashCode(context, relatesTo, code)
  await storeOneTimeToken(tx, { userId: user.id, type, hash, relatesTo })
  return { user: (await findUserById(tx, user.id)) ?? user, code, hash }
}
