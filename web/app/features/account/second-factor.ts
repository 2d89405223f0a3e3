import { fetchAs, serviceUrl } from '#web/data/backend-fetch.ts'
import { browserClient, sessionToken } from '#web/data/browser-client.ts'
import { codeOf } from './failure-texts.ts'

export type SecondFactor = { id: string; kind: 'totp' | 'phone'; name: string }

type ListedFactor = {
  id: string
  factor_type: string
  status: string
  friendly_name?: string | undefined
}

/** What somebody may answer with, as they would recognise it. */
export function usableFactors(factors: readonly ListedFactor[]): SecondFactor[] {
  return factors.flatMap(({ id, factor_type: kind, status, friendly_name: name }) => {
    if (status !== 'verified' || (kind !== 'totp' && kind !== 'phone')) return []
    const usual = kind === 'totp' ? 'Authenticator app' : 'Text message'
    return [{ id, kind, name: name || usual }]
  })
}

/** The verified factors of whoever has just signed in. */
export async function ownFactors(): Promise<SecondFactor[]> {
  const { auth } = await browserClient()
  const { data, error } = await auth.getUser()
  if (error) throw error
  return usableFactors(data.user.factors ?? [])
}

/** Begins a challenge; a phone gets its code by it. Answers the challenge's id. */
export async function beginChallenge(factorId: string): Promise<string> {
  const { auth } = await browserClient()
  const { data, error } = await auth.mfa.challenge({ factorId })
  if (error) throw error
  return data.id
}

/** Answers a challenge, by which the session becomes a full one. */
export async function answerChallenge(
  factorId: string,
  challengeId: string,
  code: string,
): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.mfa.verify({ factorId, challengeId, code })
  if (error) throw error
}

/**
 * Answers with a recovery code instead. It takes every factor off the account, so that whoever lost
 * a device can set up another; `enterWithoutFactor` then lets them in. A call of our own backend's: auth-js has none that does so.
 */
export async function redeemRecoveryCode(code: string): Promise<void> {
  const response = await fetchAs(sessionToken)(`${serviceUrl('auth')}/factors/recovery`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ code }),
  })
  if (!response.ok) throw refusedRecovery(await response.json().catch(() => null))
}

/** Tells the session of its user without the factors it was waiting for: by that they are in. */
export async function enterWithoutFactor(): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.refreshSession()
  if (error) throw error
}

/** Codes of apps and phones are refused by the same name, in words that would not fit. */
function refusedRecovery(answer: unknown): unknown {
  return codeOf(answer) === 'mfa_verification_failed'
    ? new Error('This code is wrong, or it was used before.')
    : (answer ?? new Error(''))
}
