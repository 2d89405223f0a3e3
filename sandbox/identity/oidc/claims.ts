import type { JWTPayload } from 'jose'
import type { Grant } from '../core/grants.ts'

/** What the provider tells of a person. */
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

/** The claims of an ID token for a grant, with the fault that was asked for. `now` in unix seconds. */
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
