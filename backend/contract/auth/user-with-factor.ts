import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { clientOf, password, signedUp, type Target } from '../target.ts'

/**
 * Time of a test's first call of `appCode` for each TOTP secret, in ms since 1970. All codes of a
 * secret are computed relative to this time, even if the test takes longer than a time step.
 */
const firstCodeAt = new Map<string, number>()

/** Returns the TOTP code for the time step that is `shift` steps (of 30 s) after `firstCodeAt`. */
export function appCode(secret: string, shift = 0): string {
  const first = firstCodeAt.get(secret) ?? Date.now()
  firstCodeAt.set(secret, first)
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: first + shift * 30_000 })
}

/**
 * Returns a six-digit code that is wrong in five time steps: from two before to two after the step
 * of `firstCodeAt`.
 */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((shift) => appCode(secret, shift))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !right.includes(code),
  )!
}

export async function enrolled(client: SupabaseClient, friendlyName = 'App') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret, totp: data.totp }
}

/** Creates a user with a verified email, because only verified users can activate factors. */
export async function verifiedUser(target: Target) {
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
  // Sets the password again, because the first verification of the email removed it.
  await person.client.auth.updateUser({ password })
  return { ...person, session: data.session }
}

/** Creates a user with an aal2 session. The TOTP code with shift 0 has already been used. */
export async function withFactor(target: Target) {
  const person = await verifiedUser(target)
  const { factorId, secret } = await enrolled(person.client)
  const { data, error } = await person.client.auth.mfa.challengeAndVerify({
    factorId,
    code: appCode(secret),
  })
  if (error) throw error
  return { ...person, factorId, secret, raised: data }
}

export async function signedInAgain(target: Target, email: string) {
  const client = clientOf(target)
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { client, session: data.session }
}

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
