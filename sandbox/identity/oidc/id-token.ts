import {
  generateKeyPair,
  exportJWK,
  exportSPKI,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose'
import type { TokenFault } from '../core/faults.ts'
import type { Grant } from '../core/grants.ts'

const keyId = 'sandbox-1'

export type Signer = ReturnType<typeof createSigner>

/** Returns a signer of ID tokens, which can also sign tokens with a simulated fault. */
export function createSigner() {
  let pair: ReturnType<typeof makePair> | undefined
  const own = () => (pair ??= makePair())

  return {
    async keySet() {
      const jwk = await exportJWK((await own()).publicKey)
      return { keys: [{ ...jwk, kid: keyId, alg: 'RS256', use: 'sig' }] }
    },

    async sign(claims: JWTPayload, fault?: TokenFault | null): Promise<string> {
      if (fault === 'alg-none') return new UnsecuredJWT(claims).encode()
      if (fault === 'key-confusion') {
        const secret = new TextEncoder().encode(await exportSPKI((await own()).publicKey))
        return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: keyId }).sign(secret)
      }
      const { privateKey } = fault === 'foreign-key' ? await makePair() : await own()
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keyId }).sign(privateKey)
    },
  }
}

function makePair() {
  return generateKeyPair('RS256', { extractable: true })
}

export function profileOf({ person, fault, scope }: Grant): JWTPayload {
  const scopes = scope.split(' ')
  const [given = person.name, ...family] = person.name.split(' ')
  return {
    sub: person.id,
    ...(scopes.includes('profile') && {
      name: person.name,
      given_name: given,
      family_name: family.join(' '),
      preferred_username: person.login,
    }),
    ...(scopes.includes('email') &&
      fault !== 'no-email' && { email: person.email, email_verified: person.emailVerified }),
  }
}

/** Returns the claims of an ID token for a grant. `now` is in Unix seconds. */
export function idTokenClaims(issuer: string, grant: Grant, now: number): JWTPayload {
  const { client, fault, nonce } = grant
  const issuedAt = fault === 'expired' ? now - 7200 : now
  const saidNonce = fault === 'wrong-nonce' ? 'another nonce' : nonce
  return {
    ...profileOf(grant),
    iss: fault === 'wrong-issuer' ? 'https://issuer.example' : issuer,
    aud: fault === 'wrong-audience' ? 'another-application' : client.id,
    iat: issuedAt,
    exp: issuedAt + 3600,
    auth_time: issuedAt,
    ...(saidNonce && fault !== 'no-nonce' && { nonce: saidNonce }),
  }
}
