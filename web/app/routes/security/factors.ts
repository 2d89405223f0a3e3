import { company } from '@hourspace/domain/company.ts'
import { fetchAs, serviceUrl } from '#web/data/backend-fetch.ts'
import { browserClient, sessionToken } from '#web/data/browser-client.ts'
import { callAuth } from './change-account.ts'

/**
 * Starts the setup of an authenticator app. `picture` is the QR code as a data URI. `secret` is the
 * key in the QR code as text.
 */
export async function beginApp(name: string) {
  await removeUnfinishedSetups()
  const { data } = await callAuth(({ mfa }) =>
    mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: company.name }),
  )
  return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }
}

/** Starts the setup of a phone and sends a code by text message. */
export async function beginPhone(name: string, phone: string) {
  await removeUnfinishedSetups()
  const { data } = await callAuth(({ mfa }) =>
    mfa.enroll({ factorType: 'phone', friendlyName: name, phone }),
  )
  return { id: data.id, challengeId: await textCode(data.id) }
}

/** Frees the names of setups that were abandoned, for example because of a mistyped number. */
async function removeUnfinishedSetups(): Promise<void> {
  const { auth } = await browserClient()
  const { data } = await auth.getUser()
  const left = data.user?.factors?.filter(({ status }) => status === 'unverified') ?? []
  for (const { id } of left) await auth.mfa.unenroll({ factorId: id })
}

/** Sends a code to a phone by text message. Returns the challenge id. */
export async function textCode(factorId: string): Promise<string> {
  const { data } = await callAuth(({ mfa }) => mfa.challenge({ factorId, channel: 'sms' }))
  return data.id
}

/** Verifies a new second factor with its first code. Later sign-ins require the factor. */
export const confirmFactor = (factorId: string, code: string, challengeId?: string) =>
  callAuth(({ mfa }) =>
    challengeId
      ? mfa.verify({ factorId, challengeId, code })
      : mfa.challengeAndVerify({ factorId, code }),
  )

export async function removeFactor(factorId: string): Promise<void> {
  await callAuth(({ mfa }) => mfa.unenroll({ factorId }))
  // Refreshes the stored session, because it still contains the removed factor.
  const { auth } = await browserClient()
  await auth.refreshSession()
}

export const recoveryCodesLeft = async () =>
  (await requestCodes<{ remaining: number }>('GET')).remaining

/** Creates recovery codes, which are shown only once. Earlier codes become invalid. */
export const makeRecoveryCodes = async () => (await requestCodes<{ codes: string[] }>('POST')).codes

/** Calls an endpoint of Hourspace's backend, because auth-js has no method for recovery codes. */
async function requestCodes<Result>(method: 'GET' | 'POST'): Promise<Result> {
  const response = await fetchAs(sessionToken)(`${serviceUrl('auth')}/factors/recovery-codes`, {
    method,
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
  if (!response.ok) throw await response.json()
  return (await response.json()) as Result
}
