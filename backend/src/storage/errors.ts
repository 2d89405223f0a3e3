import postgres from 'postgres'
import { BodyTooLargeError } from '#backend/platform/body.ts'
import { json } from '#backend/platform/http.ts'
import { TokenError } from '#backend/platform/jwt.ts'
import { TooBusyError } from '#backend/platform/limiter.ts'
import type { Log } from '#backend/platform/log.ts'

/** Error of the storage API. As in Supabase Storage, nearly all errors have HTTP status 400. */
export class StorageError extends Error {
  readonly statusCode: number
  /** Legacy error name, sent in addition to the stable `code`. */
  readonly error: string
  readonly code: string

  constructor(statusCode: number, error: string, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.error = error
    this.code = code
  }
}

export const bucketNotFound = () =>
  new StorageError(404, 'Bucket not found', 'NoSuchBucket', 'Bucket not found')

export const objectNotFound = () =>
  new StorageError(404, 'not_found', 'NoSuchKey', 'Object not found')

const alreadyExists = () =>
  new StorageError(409, 'Duplicate', 'KeyAlreadyExists', 'The resource already exists')

export const accessDenied = (message = 'Access denied') =>
  new StorageError(403, 'Unauthorized', 'AccessDenied', message)

export const notAllowed = () => accessDenied('new row violates row-level security policy')

export const tooLarge = () =>
  new StorageError(
    413,
    'Payload too large',
    'EntityTooLarge',
    'The object exceeded the maximum allowed size',
  )

export const mimeTypeRefused = (type: string) =>
  new StorageError(
    415,
    'invalid_mime_type',
    'InvalidMimeType',
    `mime type ${type} is not supported`,
  )

export const featureNotEnabled = (feature: string) =>
  new StorageError(
    409,
    'FeatureNotEnabled',
    'FeatureNotEnabled',
    `The feature ${feature} is not enabled for this resource`,
  )

export const invalidRequest = (message: string) =>
  new StorageError(400, 'invalid_request', 'InvalidRequest', message)

export const invalidSignature = (message: string) =>
  new StorageError(400, 'InvalidSignature', 'InvalidSignature', message)

export function errorResponse(cause: unknown, log: Log): Response {
  const error = toStorageError(cause)
  if (error.statusCode >= 500) log.error('storage request failed', cause)
  const { statusCode, message, code } = error
  const status = statusCode >= 500 ? 500 : statusCode === 429 ? 429 : 400
  return json({ statusCode: String(statusCode), error: error.error, message, code }, status)
}

/** Maps any error to a StorageError that reveals nothing internal to clients. */
export function toStorageError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  if (cause instanceof BodyTooLargeError) return tooLarge()
  if (cause instanceof TokenError) {
    return new StorageError(403, 'Unauthorized', 'InvalidJWT', tokenMessages[cause.reason])
  }
  if (cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET') {
    return invalidRequest('The upload was cut short')
  }
  if (cause instanceof TooBusyError) {
    return new StorageError(429, 'too_many_requests', 'SlowDown', 'Too many requests, try again')
  }
  if (cause instanceof postgres.PostgresError) {
    if (cause.code === '42501') return notAllowed()
    if (cause.code === '23505') return alreadyExists()
    // A foreign key violation means that the bucket was deleted during the upload.
    if (cause.code === '23503') return bucketNotFound()
    if (cause.code.startsWith('22')) return invalidRequest('A value could not be stored')
  }
  return new StorageError(500, 'internal', 'InternalError', 'Internal Server Error')
}

const tokenMessages: Record<TokenError['reason'], string> = {
  malformed: 'Invalid Compact JWS',
  claims: 'Invalid claims',
  signature: 'signature verification failed',
  expired: '"exp" claim timestamp check failed',
  early: '"nbf" claim timestamp check failed',
}
