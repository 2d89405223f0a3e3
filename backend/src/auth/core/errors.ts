import postgres from 'postgres'
import { BodyTooLargeError } from '#backend/platform/body.ts'
import { json } from '#backend/platform/http.ts'
import { TooBusyError } from '#backend/platform/limiter.ts'
import type { Log } from '#backend/platform/log.ts'
import { WireError } from '#backend/platform/wire/message-reader.ts'

const apiVersion = '2024-01-01'

export class AuthError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>

  constructor(
    status: number,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

/** Converts an error to a response in the format of the client's API version. */
export function errorResponse(cause: unknown, headers: Headers, log: Log): Response {
  const error = toAuthError(cause)
  if (error.status >= 500) log.error('auth request failed', cause)
  if (understandsCodes(headers.get('x-supabase-api-version'))) {
    return json({ code: error.code, message: error.message, ...error.details }, error.status, {
      'X-Supabase-Api-Version': apiVersion,
      'x-sb-error-code': error.code,
    })
  }
  const body = { code: error.status, error_code: error.code, msg: error.message, ...error.details }
  const errorId = error.status >= 500 ? { error_id: crypto.randomUUID() } : {}
  return json({ ...body, ...errorId }, error.status, { 'x-sb-error-code': error.code })
}

export function toAuthError(cause: unknown): AuthError {
  if (cause instanceof AuthError) return cause
  if (cause instanceof BodyTooLargeError) {
    return new AuthError(413, 'request_too_large', 'Request body is larger than 1 MB')
  }
  if (cause instanceof TooBusyError) {
    return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
  // PostgreSQL rejects NUL characters and lone surrogates. Such a request is a client error.
  const isFromDatabase = cause instanceof postgres.PostgresError || cause instanceof WireError
  if (isFromDatabase && /^22(021|P05|P02)$/.test(cause.code)) {
    return invalid('Request contains characters that cannot be stored')
  }
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs')
}

export function isUniqueViolation(cause: unknown): cause is postgres.PostgresError {
  return cause instanceof postgres.PostgresError && cause.code === '23505'
}

function understandsCodes(version: string | null): boolean {
  return version !== null && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= apiVersion
}

export class RateLimitError extends AuthError {
  readonly seconds: number

  constructor(seconds: number, code = 'over_request_rate_limit') {
    super(429, code, `For security purposes, you can only request this after ${seconds} seconds.`)
    this.seconds = seconds
  }
}
