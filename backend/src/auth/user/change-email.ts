import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import { methodsOf } from '#backend/auth/codes/methods.ts'
import { beginFlow, endFlowsOfUser, type Challenge } from '#backend/auth/flow-states.ts'
import { whoActs } from '#backend/auth/guards/who-acts.ts'
import { sendMail } from '#backend/auth/mail-hook.ts'
import {
  hashCode,
  newCode,
  pkcePrefix,
  storeOneTimeToken,
  type OneTimeTokenType,
} from '#backend/auth/one-time-tokens.ts'
import { findUserById, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import type { NewAddress } from './check-changes.ts'
import { setIdentifier } from './set-identifier.ts'

type Circumstances = { redirectTo: string; headers: Headers }

/**
 * Changes an account's address: at once where none of its addresses was proven (`countsAtOnce`), otherwise when codes sent
 * to the new one, and under `secureEmailChange` to the old one, come back to /verify.
 */
export async function changeEmail(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  { address, challenge, isAtOnce }: NewAddress,
  { redirectTo, headers }: Circumstances,
): Promise<void> {
  if (isAtOnce) {
    // No mail was sent to the new address, so it is as little proven as the one before.
    await setIdentifier(tx, user, 'email', address, { isVerified: true })
    await audit(tx, user, 'user_email_changed', headers)
    await tellFormerAddress(tx, world, user, headers)
    return
  }
  await askForEmailChange(tx, world, user, address, { challenge, redirectTo })
}

/** Sends the codes of a change of address, anew where it is under way: answers so far are void. */
export async function askForEmailChange(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  address: string,
  { challenge, redirectTo }: { challenge: Challenge | null; redirectTo: string },
): Promise<void> {
  await endFlowsOfUser(tx, user.id, methodsOf.email_change_token_new)
  if (challenge) {
    const flow = { challenge, provider: 'email', method: 'email_change', userId: user.id }
    await beginFlow(tx, { ...flow, referrer: redirectTo })
  }
  await requestEmailChange(tx, world, user, address, {
    redirectTo,
    prefix: challenge ? pkcePrefix : '',
  })
}

/** Tells the address an account had before `user` was changed that it no longer has it. */
export async function tellFormerAddress(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  headers: Headers,
): Promise<void> {
  if (!user.email) return
  const changed = (await findUserById(tx, user.id)) ?? user
  await sendMail(world, tx, changed, 'email_changed_notification', {
    old_email: user.email,
    ...whoActs(headers),
  })
}

async function requestEmailChange(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  address: string,
  { redirectTo, prefix }: { redirectTo: string; prefix: string },
): Promise<void> {
  await tx`
    update auth.users set email_change = ${address}, email_change_sent_at = now(),
      email_change_confirm_status = 0
    where id = ${user.id}`
  await tx`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and token_type = 'email_change_token_current'`
  const issue = async (type: OneTimeTokenType, relatesTo: string) => {
    const code = newCode(world.config.auth.otp.digits)
    const hash = prefix + hashCode(world, relatesTo, code)
    await storeOneTimeToken(tx, { userId: user.id, type, hash, relatesTo })
    return { code, hash }
  }
  const forNew = await issue('email_change_token_new', address)
  const forOld =
    user.email && world.config.auth.secureEmailChange
      ? await issue('email_change_token_current', user.email)
      : null
  // By Supabase's naming the hash called new goes with the code for the old address.
  const codes = forOld
    ? { token: forOld.code, token_hash_new: forOld.hash, token_new: forNew.code }
    : { token: forNew.code }
  await sendMail(world, tx, { ...user, email_change: address }, 'email_change', {
    ...codes,
    token_hash: forNew.hash,
    redirect_to: redirectTo,
    ...(user.email ? { old_email: user.email } : {}),
  })
}
