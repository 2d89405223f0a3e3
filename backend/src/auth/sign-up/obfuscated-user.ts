import type { AuthContext } from '#backend/auth/core/context.ts'
import type { NewUser } from '#backend/auth/core/new-users.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import type { UserRow } from '#backend/auth/core/users.ts'

/**
 * What a sign-up is answered with whose address or number is taken: an account as it would look had
 * it been new. Of a confirmed one nothing shows, not even its id, and Supabase's clients know it by
 * the missing identities; one that awaits confirmation keeps its id, as it does when asked again.
 */
export async function presentObfuscatedUser(
  context: AuthContext,
  existing: UserRow,
  newcomer: NewUser,
) {
  const now = new Date()
  const isKnown = existing.confirmed_at !== null
  const id = isKnown ? crypto.randomUUID() : existing.id
  const provider = newcomer.email ? 'email' : 'phone'
  const address = newcomer.email ? { email: newcomer.email } : { phone: newcomer.phone ?? '' }
  const facts = { sub: id, ...address, email_verified: false, phone_verified: false }
  // As the database gives it back, keys in its order.
  const [row] = await context.sql<{ metadata: NonNullable<NewUser['data']> }[]>`
    select ${context.sql.json({ ...newcomer.data, ...facts })}::jsonb as metadata`
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
    email: newcomer.email ?? null,
  }
  return presentUser({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: newcomer.email ?? null,
    phone: newcomer.phone ?? null,
    encrypted_password: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    phone_change: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: metadata,
    created_at: now,
    updated_at: now,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
    is_sso_user: false,
    identities: isKnown ? [] : [identity],
    factors: [],
  })
}
