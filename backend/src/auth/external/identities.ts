import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import { whoActs } from '#backend/auth/guards/who-acts.ts'
import { sendMail } from '#backend/auth/mail-hook.ts'
import { nameProviders } from '#backend/auth/user/set-identifier.ts'
import type { UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import type { ExternalProfile } from './profile.ts'
import type { ExternalProvider } from './providers.ts'

export type Named = Pick<ExternalProvider, 'name' | 'label' | 'isEmailOptional'>

/** Whose account an identity signs in to. */
export async function findIdentityOwner(
  tx: postgres.TransactionSql,
  provider: string,
  subject: string,
): Promise<string | undefined> {
  const [identity] = await tx<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${provider} and provider_id = ${subject}`
  return identity?.user_id
}

/** Stores an identity of an account. A unique violation when the identity is somebody's at this very moment. */
export async function addIdentity(
  tx: postgres.TransactionSql,
  userId: string,
  provider: string,
  profile: ExternalProfile,
): Promise<void> {
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${profile.subject}, ${userId}, ${tx.json(profile.data)}, ${provider}, now())`
}

/** Links an identity to an account that is somebody's already: written down, and told by mail. */
export async function linkIdentity(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  user: UserRow,
  provider: Named,
  profile: ExternalProfile,
  headers: Headers,
): Promise<void> {
  await addIdentity(tx, user.id, provider.name, profile)
  await noteProviders(tx, user.id)
  await audit(tx, user, 'identity_linked', headers, {
    provider: provider.name,
    provider_id: profile.subject,
  })
  if (user.email) {
    await sendMail(world, tx, user, 'identity_linked_notification', {
      provider: provider.label,
      ...whoActs(headers),
    })
  }
}

/** Has `app_metadata` name the providers of an account's identities, and none that it no longer has. */
export async function noteProviders(tx: postgres.TransactionSql, userId: string): Promise<void> {
  await tx`
    update auth.users set raw_app_meta_data = raw_app_meta_data - 'provider', updated_at = now()
    where id = ${userId} and not exists (
      select from auth.identities
      where user_id = users.id and provider = raw_app_meta_data ->> 'provider')`
  await nameProviders(tx, userId)
}
