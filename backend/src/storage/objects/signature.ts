import { TokenError } from '#backend/platform/jwt.ts'
import { invalidSignature } from '#backend/storage/errors.ts'
import type { StorageContext } from '#backend/storage/context.ts'
import type { ObjectLocation } from './object.ts'

/** Purpose of a signed URL. A token is valid for only one purpose. */
type Purpose = 'download' | 'upload'

type Signature = {
  ownerId: string | null
  isUpsert: boolean
  transform: string | null
  /** Version that the object must have when the URL is used, or null for any version. */
  version: string | null
}

export function signLocation(
  context: StorageContext,
  purpose: Purpose,
  location: ObjectLocation,
  seconds: number,
  signature: Partial<Signature> = {},
): string {
  const now = Math.floor(Date.now() / 1000)
  return context.tokens.sign({
    url: `${location.bucketId}/${location.name}`,
    purpose: `storage/${purpose}`,
    owner: signature.ownerId ?? undefined,
    upsert: signature.isUpsert,
    transform: signature.transform ?? undefined,
    version: signature.version ?? undefined,
    iat: now,
    exp: now + seconds,
  })
}

/**
 * Verifies the token of a signed URL. Throws TokenError if the token has expired, and StorageError
 * if the token is invalid.
 */
export function requireSignature(
  context: StorageContext,
  purpose: Purpose,
  location: ObjectLocation,
  token: string | undefined,
): Signature {
  if (!token) throw invalidSignature("querystring must have required property 'token'")
  try {
    const { claims } = context.tokens.verify(token)
    if (
      claims.purpose !== `storage/${purpose}` ||
      claims.url !== `${location.bucketId}/${location.name}`
    ) {
      throw invalidSignature('Invalid signature')
    }
    return {
      ownerId: typeof claims.owner === 'string' ? claims.owner : null,
      isUpsert: claims.upsert === true,
      transform: typeof claims.transform === 'string' ? claims.transform : null,
      version: typeof claims.version === 'string' ? claims.version : null,
    }
  } catch (cause) {
    if (!(cause instanceof TokenError)) throw cause
    throw cause.reason === 'expired' ? cause : invalidSignature('Invalid signature')
  }
}
