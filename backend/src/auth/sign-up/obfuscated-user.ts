import { createHmac } from 'node:crypto'
import type { AuthContext } from '#backend/auth/core/context.ts'
import type { NewUser } from '#backend/auth/core/new-users.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import type { UserRow } from '#backend/auth/core/users.ts'

/**
 * Returns the response to a sign-up with a taken email or phone, which looks like the response for
 * a new user. An unconfirmed account keeps its ids. A confirmed account gets ids derived from its
 * id, so that repeated sign-ups return the same ids. Unlike Hourspace, GoTrue omits the identities
 * of a confirmed account.
 */
export async function presentObfuscatedUser(
  context: AuthContext,
  existing: UserRow,
  newUser: NewUser,
) {
  const now = new Date()
  const isKnown = existing.confirmed_at !== null
  const id = isKnown ? derivedId(context, 'user', existing.id) : existing.id
  const provider = newUser.email ? 'email' : 'phone'
  const address = newUser.email ? { email: newUser.email } : { phone: newUser.phone ?? '' }
  const facts = { sub: id, ...address, email_verified: false, phone_verified: false }
  // Sorts the metadata keys in PostgreSQL, so that their order is the same as for a stored account.
  const [row] = await context.sql<{ metadata: NonNullable<NewUser['data']> }[]>`
    select ${context.sql.json({ ...newUser.data, ...facts })}::jsonb as metadata`
  const metadata = row?.metadata ?? facts
  const times = { created_at: now.toISOString(), updated_at: now.toISOString() }
  const identity = {
    id: (!isKnown && existing.identities[0]?.id) || derivedId(context, 'identity', existing.id),
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
    identities: [identity],
    factors: [],
  })
}

function derivedId({ serverSecret }: AuthContext, kind: 'user' | 'identity', id: string): string {
  const digest = createHmac('sha256', serverSecret)
    .update(`${kind} presented for ${id}`)
    .digest('hex')
  // Sets the version and variant digits of a random UUID (version 4).
  const variant = '89ab'[Number.parseInt(digest[16]!, 16) % 4]
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `4${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}
