import { company } from '@hourspace/domain/company.ts'
import { fetchAs, serviceUrl } from '#web/data/backend-fetch.ts'
import { browserClient, sessionToken } from '#web/data/browser-client.ts'

/**
 * An authenticator app during its setup. `picture` is the QR code as a data URI; `secret` is the
 * setup key in the QR code as text.
 */
export type NewApp = { id: string; picture: string; secret: string }

/** Starts the setup of an authenticator app. First removes setups that were never completed. */
export async function beginApp(name: string): Promise<NewApp> {
  const { auth } = await browserClient()
  const { data: user } = await auth.getUser()
  const left = user.user?.factors?.filter(({ status }) => status === 'unverified') ?? []
  for (const { id } of left) await auth.mfa.unenroll({ factorId: id })
  const { data, error } = await auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: company.name,
  })
  if (error) throw error
  return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }
}

/**
 * Starts the setup of a phone and sends a code by text message. Returns the ids of the factor and
 * its challenge.
 */
export async function beginPhone(name: string, phone: string) {
  const { auth } = await browserClient()
  const { data, error } = await auth.mfa.enroll({ factorType: 'phone', friendlyName: name, phone })
  if (error) throw error
  return { id: data.id, challengeId: await textCode(data.id) }
}

/** Sends a code to a phone by text message. Returns the challenge id. */
export async function textCode(factorId: string): Promise<string> {
  const { auth } = await browserClient()
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' })
  if (error) throw error
  return data.id
}

/** Verifies a new factor with its first code. From then on, sign-in requires the factor. */
export async function confirmFactor(
  factorId: string,
  code: string,
  challengeId?: string,
): Promise<void> {
  const { auth } = await browserClient()
  const { error } = challengeId
    ? await auth.mfa.verify({ factorId, challengeId, code })
    : await auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
}

export async function removeFactor(factorId: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.mfa.unenroll({ factorId })
  if (error) throw error
  // Refreshes the stored session, which still lists the removed factor.
  await auth.refreshSession()
}

export async function recoveryCodesLeft(): Promise<number> {
  const { remaining } = (await askForCodes('GET')) as { remaining: number }
  return remaining
}

/** Creates new recovery codes and invalidates the previous codes. The codes are shown only once. */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { codes } = (await askForCodes('POST')) as { codes: string[] }
  return codes
}

/** Calls an endpoint of our own backend, because auth-js has no method for recovery codes. */
async function askForCodes(method: 'GET' | 'POST'): Promise<unknown> {
  const response = await fetchAs(sessionToken)(`${serviceUrl('auth')}/factors/recovery-codes`, {
    method,
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
  if (!response.ok) throw await response.json()
  return response.json()
}
