import type { AuthContext } from '#backend/auth/core/context.ts'
import type { NewUser } from '#backend/auth/core/new-users.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import type { UserRow } from '#backend/auth/core/users.ts'

/**
 * Returns a response for a taken email or phone that looks like a new user. For a confirmed
 * account, the id is random and auth-js recognizes the sign-up by its empty identities. An
 * unconfirmed account keeps its real id.
 */
export async function presentObfuscatedUser(
  context: AuthContext,
  existing: UserRow,
  newUser: NewUser,
) {
  const now = new Date()
  const isKnown = existing.confirmed_at !== null
  const id = isKnown ? crypto.randomUUID() : existing.id
  const provider = newUser.email ? 'email' : 'phone'
  const address = newUser.email ? { email: newUser.email } : { phone: newUser.phone ?? '' }
  const facts = { sub: id, ...address, email_verified: false, phone_verified: false }
  // Sorts the metadata keys in PostgreSQL, so that their order matches that of a stored account.
  const [row] = await context.sql<{ metadata: NonNullable<NewUser['data']> }[]>`
    select ${context.sql.json({ ...newUser.data, ...facts })}::jsonb as metadata`
  const metadata = row?.metadata ?? facts
  const times = { created_at: now.toISOString(), updated_at: now.toISOString() }
  const identity = {
    id: existing.identities[0]?.id ?? crypto.randomUUID(),
    provider_id: id,
    user_id: id,
    identity_data: metadata,
    provider,
    last_sign_in_at: now.toISOString(),
    ...times,
    email: newUser.email ?? null,
  }
  return presentUser({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: newUser.email ?? null,
    phone: newUser.phone ?? null,
    confirmation_sent_at: now,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: metadata,
    created_at: now,
    updated_at: now,
    is_anonymous: false,
    identities: isKnown ? [] : [identity],
    factors: [],
  })
}
