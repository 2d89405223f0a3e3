import { TokenError } from '#backend/platform/jwt.ts'
import { invalidSignature } from '#backend/storage/errors.ts'
import type { StorageWorld } from '#backend/storage/world.ts'
import type { Place } from './object.ts'

/** What a signed URL lets its bearer do; a token for one never serves for the other. */
type Purpose = 'download' | 'upload'

type Signature = {
  ownerId: string | null
  isUpsert: boolean
  transform: string | null
  /** Null for whichever version there is. */
  version: string | null
}

/** A token bound to one place and purpose for `seconds`. */
export function signPlace(
  world: StorageWorld,
  purpose: Purpose,
  place: Place,
  seconds: number,
  signature: Partial<Signature> = {},
): string {
  const now = Math.floor(Date.now() / 1000)
  return world.tokens.sign({
    url: `${place.bucketId}/${place.name}`,
    purpose: `storage/${purpose}`,
    owner: signature.ownerId ?? undefined,
    upsert: signature.isUpsert,
    transform: signature.transform ?? undefined,
    version: signature.version ?? undefined,
    iat: now,
    exp: now + seconds,
  })
}

/** Checks a signed URL's token against what it is used for. Throws StorageError. */
export function requireSignature(
  world: StorageWorld,
  purpose: Purpose,
  place: Place,
  token: string | undefined,
): Signature {
  if (!token) throw invalidSignature("querystring must have required property 'token'")
  try {
    const { claims } = world.tokens.verify(token)
    if (
      claims.purpose !== `storage/${purpose}` ||
      claims.url !== `${place.bucketId}/${place.name}`
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
