import {
  generateKeyPair,
  exportJWK,
  exportSPKI,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose'
import type { TokenFault } from '../core/faults.ts'

const keyId = 'sandbox-1'

export type Signer = ReturnType<typeof createSigner>

/** Signs ID tokens with a key made when it is first needed, right or with a fault. */
export function createSigner() {
  let pair: ReturnType<typeof makePair> | undefined
  const own = () => (pair ??= makePair())

  return {
    /** The public half, as the key set of the provider. */
    async keySet() {
      const jwk = await exportJWK((await own()).publicKey)
      return { keys: [{ ...jwk, kid: keyId, alg: 'RS256', use: 'sig' }] }
    },

    /** A token of these claims. `fault` is about its signature; other faults are in its claims. */
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
