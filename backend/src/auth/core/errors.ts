import postgres from 'postgres'
import { BodyTooLargeError } from '#backend/platform/body.ts'
import { json } from '#backend/platform/http.ts'
import { TooBusyError } from '#backend/platform/limiter.ts'
import type { Log } from '#backend/platform/log.ts'
import { WireError } from '#backend/platform/wire/message-reader.ts'

const apiVersion = '2024-01-01'

/** A refusal of the auth service: HTTP status, stable code, text for people. */
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

/** 400 for a request that is well-formed but wrong. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

/** Turns whatever was thrown into the answer, in the shape of the client's API version. */
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

/** The refusal that stands for whatever was thrown. */
export function toAuthError(cause: unknown): AuthError {
  if (cause instanceof AuthError) return cause
  if (cause instanceof BodyTooLargeError) {
    return new AuthError(413, 'request_too_large', 'Request body is larger than 1 MB')
  }
  if (cause instanceof TooBusyError) {
    return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
  // Text PostgreSQL cannot store (a NUL character, a lone surrogate) is the sender's mistake.
  if (isRefusedByDatabase(cause) && /^22(021|P05|P02)$/.test(cause.code)) {
    return invalid('Request contains characters that cannot be stored')
  }
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs')
}

function isRefusedByDatabase(cause: unknown): cause is postgres.PostgresError | WireError {
  return cause instanceof postgres.PostgresError || cause instanceof WireError
}

/** Whether the client's API version (a date) is at least the one that introduced string codes. */
function understandsCodes(version: string | null): boolean {
  return version !== null && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= apiVersion
}

/** 429: an allowance is used up; `seconds` later there is some of it again. */
export class RateLimitError extends AuthError {
  readonly seconds: number

  constructor(seconds: number, code = 'over_request_rate_limit') {
    super(429, code, `For security purposes, you can only request this after ${seconds} seconds.`)
    this.seconds = seconds
  }
}
