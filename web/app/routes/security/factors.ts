import { fetchAs, serviceUrl } from '#web/data/backend-fetch.ts'
import { browserClient, sessionToken } from '#web/data/browser-client.ts'

/** A second step begun: `picture` is a QR code as an address of data, `secret` the same to type. */
export type NewApp = { id: string; picture: string; secret: string }

/** Begins with an authenticator app. What was begun and left lies in nobody's way. */
export async function beginApp(name: string): Promise<NewApp> {
  const { auth } = await browserClient()
  const { data: user } = await auth.getUser()
  const left = user.user?.factors?.filter(({ status }) => status === 'unverified') ?? []
  for (const { id } of left) await auth.mfa.unenroll({ factorId: id })
  const { data, error } = await auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: 'Hourspace',
  })
  if (error) throw error
  return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }
}

/** Begins with a phone, which a code is texted to. Answers factor and challenge. */
export async function beginPhone(name: string, phone: string) {
  const { auth } = await browserClient()
  const { data, error } = await auth.mfa.enroll({ factorType: 'phone', friendlyName: name, phone })
  if (error) throw error
  return { id: data.id, challengeId: await textCode(data.id) }
}

/** Texts a code to a phone. Answers the challenge that it answers. */
export async function textCode(factorId: string): Promise<string> {
  const { auth } = await browserClient()
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' })
  if (error) throw error
  return data.id
}

/** Confirms a second step with its first code. From then on signing in asks for one. */
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

/** Takes a second step off the account. */
export async function removeFactor(factorId: string): Promise<void> {
  const { auth } = await browserClient()
  const { error } = await auth.mfa.unenroll({ factorId })
  if (error) throw error
  // The session still tells of it.
  await auth.refreshSession()
}

/** How many recovery codes are left. */
export async function recoveryCodesLeft(): Promise<number> {
  const { remaining } = (await askForCodes('GET')) as { remaining: number }
  return remaining
}

/** Makes new ones; those before no longer work. They are told this once. */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { codes } = (await askForCodes('POST')) as { codes: string[] }
  return codes
}

/** A call of our own backend's: auth-js has none that does so. */
async function askForCodes(method: 'GET' | 'POST'): Promise<unknown> {
  const response = await fetchAs(sessionToken)(`${serviceUrl('auth')}/factors/recovery-codes`, {
    method,
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
  if (!response.ok) throw await response.json()
  return response.json()
}
