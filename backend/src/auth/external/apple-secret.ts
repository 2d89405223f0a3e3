import { importPKCS8, SignJWT } from 'jose'
import type { ExternalProvider } from './providers.ts'

/** How long a secret made for one exchange is good, in seconds. */
const lifetime = 300

/**
 * What goes into the exchange of a code besides. Apple's client secret is a token that its developers
 * sign with their key (PEM); one is signed now. Nothing for everybody else.
 */
export async function signedSecret({
  appleKey,
  clientSecret,
  clientId,
}: ExternalProvider): Promise<Record<string, string>> {
  if (!appleKey) return {}
  const issuedAt = Math.floor(Date.now() / 1000)
  const signed = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: appleKey.keyId })
    .setIssuer(appleKey.teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetime)
    .sign(await importPKCS8(clientSecret, 'ES256'))
  return { client_secret: signed }
}
