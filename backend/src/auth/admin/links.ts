import type postgres from 'postgres'
import { invalid } from '#backend/auth/errors.ts'
import { evictFromUnproven } from '#backend/auth/external/evict-strangers.ts'
import {
  hashCode,
  newCode,
  storeOneTimeToken,
  type OneTimeTokenType,
} from '#backend/auth/one-time-tokens.ts'
import { mergeMetadata } from '#backend/auth/user/merge-metadata.ts'
import { parseEmail } from '#backend/auth/identifiers.ts'
import { createUserIn, emailExists } from '#backend/auth/new-users.ts'
import { findUserByEmail, findUserById, lockUnchanged, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'

type Metadata = NonNullable<UserRow['raw_user_meta_data']>

/** An account with a code that /verify takes for it; `hash` is what a link carries. */
export type Link = { user: UserRow; code: string; hash: string }

/**
 * Invites an address, for the first time or again. Somebody else may have signed up with it meanwhile:
 * whoever follows the link has chosen none of that account's ways in, so they go. Throws AuthError
 * `email_exists` when its account is confirmed.
 */
export async function inviteIn(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  email: string,
  data: Metadata,
): Promise<Link> {
  const user = await unconfirmedUser(tx, email, { data, passwordHash: null })
  await evictFromUnproven(tx, user)
  await tx`
    update auth.users set invited_at = now(), confirmation_sent_at = now(), updated_at = now()
    where id = ${user.id}`
  return link(tx, world, user, 'confirmation_token', email)
}

/** A link that confirms an address, of a new account or of one that never was confirmed, whose password stays. */
export async function signUpIn(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  email: string,
  facts: { data: Metadata; passwordHash: string | null },
): Promise<Link> {
  const user = await unconfirmedUser(tx, email, facts)
  await mergeMetadata(tx, user.id, 'raw_user_meta_data', facts.data)
  await tx`
    update auth.users set confirmation_sent_at = now(), updated_at = now() where id = ${user.id}`
  return link(tx, world, user, 'confirmation_token', email)
}

/** A link that signs the holder of an account in, as for a magic link or a forgotten password. */
export async function recoverIn(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
): Promise<Link> {
  await lockUnchanged(tx, user)
  await tx`update auth.users set recovery_sent_at = now() where id = ${user.id}`
  return link(tx, world, user, 'recovery_token', user.email ?? '')
}

/** A link that one of the two addresses of a change is confirmed by. A change to another address begins anew. */
export async function emailChangeIn(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  side: 'current' | 'new',
  newEmail: string | null | undefined,
): Promise<Link> {
  if (side === 'current' && !world.config.auth.secureEmailChange) {
    throw invalid('Enable secure email change to generate link for current email')
  }
  const address = parseEmail(newEmail ?? '')
  if (await findUserByEmail(tx, address)) throw emailExists()
  // The account before its tokens, as everywhere.
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
  return link(tx, world, user, `email_change_token_${side}`, relatesTo)
}

async function unconfirmedUser(
  tx: postgres.TransactionSql,
  email: string,
  { data, passwordHash }: { data: Metadata; passwordHash: string | null },
): Promise<UserRow> {
  const found = await findUserByEmail(tx, email)
  if (!found) {
    return createUserIn(tx, { email, passwordHash, isConfirmed: false, userMetadata: data })
  }
  if (!found.email_confirmed_at) await lockUnchanged(tx, found)
  const existing = (await findUserById(tx, found.id)) ?? found
  if (existing.email_confirmed_at) throw emailExists()
  return existing
}

async function link(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  type: OneTimeTokenType,
  relatesTo: string,
): Promise<Link> {
  const code = newCode(world.config.auth.otp.digits)
  const hash = hashCode(world, relatesTo, code)
  await storeOneTimeToken(tx, { userId: user.id, type, hash, relatesTo })
  return { user: (await findUserById(tx, user.id)) ?? user, code, hash }
}
