import { audit } from '#backend/auth/core/audit.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { syncProviders } from '#backend/auth/core/identifiers.ts'
import { sendMail } from '#backend/auth/core/mail-hook.ts'
import { requestOrigin } from '#backend/auth/core/request-origin.ts'
import type { UserRow } from '#backend/auth/core/users.ts'
import type { ExternalProfile } from './profile.ts'
import type { ExternalProvider } from './providers.ts'

export type ProviderName = Pick<ExternalProvider, 'name' | 'label' | 'isEmailOptional'>

export async function findIdentityOwner(tx: Tx, provider: string, subject: string) {
  const [identity] = await tx<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${provider} and provider_id = ${subject}`
  return identity?.user_id
}

/** Stores an identity. Throws a unique violation if the identity was linked concurrently. */
export async function addIdentity(
  tx: Tx,
  userId: string,
  provider: string,
  profile: ExternalProfile,
): Promise<void> {
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${profile.subject}, ${userId}, ${tx.json(profile.data)}, ${provider}, now())`
}

export async function linkIdentity(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  provider: ProviderName,
  profile: ExternalProfile,
  headers: Headers,
): Promise<void> {
  await addIdentity(tx, user.id, provider.name, profile)
  await syncProviders(tx, user.id)
  await audit(tx, user, 'identity_linked', headers, {
    provider: provider.name,
    provider_id: profile.subject,
  })
  if (user.email) {
    await sendMail(context, tx, user, 'identity_linked_notification', {
      provider: provider.label,
      ...requestOrigin(headers),
    })
  }
}
