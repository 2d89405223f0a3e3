import { fetchAs, serviceUrl } from '#web/data/backend-fetch.ts'
import { sessionToken } from '#web/data/browser-client.ts'
import { callAuth } from './authenticate.ts'
import { codeOf } from './failure-texts.ts'

export type SecondFactor = { id: string; kind: 'totp' | 'phone'; name: string }

type ListedFactor = {
  id: string
  factor_type: string
  status: string
  friendly_name?: string | undefined
}

/** Returns the user's verified second factors that the sign-in dialog supports. */
export function usableFactors(factors: readonly ListedFactor[]): SecondFactor[] {
  return factors.flatMap(({ id, factor_type: kind, status, friendly_name: name }) => {
    if (status !== 'verified' || (kind !== 'totp' && kind !== 'phone')) return []
    const usual = kind === 'totp' ? 'Authenticator app' : 'Text message'
    return [{ id, kind, name: name || usual }]
  })
}

export async function ownFactors(): Promise<SecondFactor[]> {
  const { user } = await callAuth((auth) => auth.getUser())
  return usableFactors(user.factors ?? [])
}

/** Starts an MFA challenge and returns its id. A phone factor receives its code by text message. */
export async function beginChallenge(factorId: string): Promise<string> {
  return (await callAuth((auth) => auth.mfa.challenge({ factorId }))).id
}

/** Verifies an MFA challenge. The session's assurance level becomes `aal2`. */
export async function answerChallenge(
  factorId: string,
  challengeId: string,
  code: string,
): Promise<void> {
  await callAuth((auth) => auth.mfa.verify({ factorId, challengeId, code }))
}

/** Redeems a recovery code, which removes all second factors. Call `enterWithoutFactor` next. */
export async function redeemRecoveryCode(code: string): Promise<void> {
  const response = await fetchAs(sessionToken)(`${serviceUrl('auth')}/factors/recovery`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ code }),
  })
  if (!response.ok) throw refusedRecovery(await response.json().catch(() => null))
}

/** Refreshes the session, so that it no longer requires the removed second factors. */
export async function enterWithoutFactor(): Promise<void> {
  await callAuth((auth) => auth.refreshSession())
}

/** Replaces the backend's general error for a rejected recovery code with a specific error. */
function refusedRecovery(answer: unknown): unknown {
  return codeOf(answer) === 'mfa_verification_failed'
    ? new Error('This code is wrong or was already used.')
    : (answer ?? new Error(''))
}
