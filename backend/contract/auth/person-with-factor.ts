import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { clientOf, password, signedUp, type Target } from '../target.ts'

/** When each secret's app was first looked at. */
const lookedAt = new Map<string, number>()

/**
 * What an authenticator app shows for a secret, `shift` steps of 30 seconds from when it was first looked at
 * here: a step that ends in the middle of a test makes no used code a new one.
 */
export function appCode(secret: string, shift = 0): string {
  const first = lookedAt.get(secret) ?? Date.now()
  lookedAt.set(secret, first)
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: first + shift * 30_000 })
}

/** A code of six digits that the app shows neither then nor just before or after. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((shift) => appCode(secret, shift))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !right.includes(code),
  )!
}

/** Begins to set an app up; throws what is refused. */
export async function enrolled(client: SupabaseClient, friendlyName = 'App') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret, totp: data.totp }
}

/** A new person, signed in, who has shown that their address is theirs: only they may have factors. */
export async function provenPerson(target: Target) {
  const person = await signedUp(target)
  if (target.sql) {
    await target.sql`
      update auth.users set confirmation_sent_at = email_confirmed_at where id = ${person.user.id}`
    return person
  }
  const { admin } = clientOf(target, target.serviceRoleKey).auth
  const { data: link } = await admin.generateLink({ type: 'magiclink', email: person.email })
  const { data, error } = await person.client.auth.verifyOtp({
    type: 'magiclink',
    token_hash: link.properties!.hashed_token,
  })
  if (error || !data.session) throw error ?? new Error('no session')
  // The first proof takes the password off that was chosen before.
  await person.client.auth.updateUser({ password })
  return { ...person, session: data.session }
}

/** A new person whose session a verified app has raised; the app's present code is used up by that. */
export async function withFactor(target: Target) {
  const person = await provenPerson(target)
  const { factorId, secret } = await enrolled(person.client)
  const { data, error } = await person.client.auth.mfa.challengeAndVerify({
    factorId,
    code: appCode(secret),
  })
  if (error) throw error
  return { ...person, factorId, secret, raised: data }
}

/** The same account signed in once more, with its password alone. */
export async function signedInAgain(target: Target, email: string) {
  const client = clientOf(target)
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { client, session: data.session }
}

/** A bare request of the accounts service, as whoever `token` names. */
export async function ask(
  target: Target,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown> & { status: number; code?: string }> {
  const response = await fetch(`${target.url}/auth/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Supabase-Api-Version': '2024-01-01',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Record<string, unknown>
  return { ...answer, status: response.status }
}
