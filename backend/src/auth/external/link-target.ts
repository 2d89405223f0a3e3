import { emailExists } from '#backend/auth/new-users.ts'
import { findUserByEmail, findUserById } from '#backend/auth/users.ts'
import { ask, lockUser, refuseBanned, type Arrival, type Settled } from './accounts.ts'
import { alreadyLinked, linkingDisabled } from './errors.ts'
import { findIdentityOwner, linkIdentity } from './identities.ts'

/**
 * Links an identity to the account of the signed-in person who asked for it. One without an address
 * takes the identity's, and is anonymous no longer. Throws AuthError `identity_already_exists` when
 * the identity is linked already, `email_exists` when somebody else has the address.
 */
export async function linkToTarget(arrival: Arrival, targetId: string): Promise<Settled> {
  const { tx, world, provider, profile, headers } = arrival
  if (!world.config.auth.enableManualLinking) throw linkingDisabled()
  const target = await lockUser(tx, targetId)
  refuseBanned(target)
  const ownerId = await findIdentityOwner(tx, provider.name, profile.subject)
  if (ownerId) throw alreadyLinked(ownerId === targetId)

  const takesAddress = !target.email && profile.email !== null
  const isConfirmed = profile.isEmailVerified || world.config.auth.enableEmailAutoconfirm
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
  await linkIdentity(tx, world, (await findUserById(tx, targetId))!, provider, profile, headers)
  if (takesAddress && !isConfirmed) return ask(arrival, targetId)
  return { user: (await findUserById(tx, targetId))! }
}
