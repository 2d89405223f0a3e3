import type { TokenError } from '#backend/platform/jwt.ts'

type ErrorDetails = string | readonly unknown[] | null

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: ErrorDetails
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    rest: { details?: ErrorDetails; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = rest.details ?? null
    this.hint = rest.hint ?? null
    this.headers = rest.headers ?? {}
  }

  toResponse(): Response {
    const { code, details, hint, message } = this
    return new Response(JSON.stringify({ code, details, hint, message }), {
      status: this.status,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Proxy-Status': `PostgREST; error=${encodeURIComponent(code)}`,
        ...this.headers,
      },
    })
  }
}

export function bodyError(message: string): ApiError {
  return new ApiError(400, 'PGRST102', message)
}

export function unknownColumn(relation: string, column: string): ApiError {
  return new ApiError(400, '42703', `column ${relation}.${column} does not exist`)
}

export function notEmbedded(name: string): ApiError {
  return new ApiError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

export function tokenError(error: TokenError, token: string): ApiError {
  const isAboutClaims = ['claims', 'expired', 'early'].includes(error.reason)
  const code = isAboutClaims ? 'PGRST303' : 'PGRST301'
  const message = error.reason === 'malformed' ? malformed(token) : error.message
  const description = message.replace(/["\\]/g, '')
  return new ApiError(401, code, message, {
    headers: {
      'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"`,
    },
  })
}

function malformed(token: string): string {
  const parts = token.split('.').length
  if (token === '') return 'Empty JWT is sent in Authorization header'
  return parts === 3 ? "JWT couldn't be decoded" : `Expected 3 parts in JWT; got ${parts}`
}

export function noSchema(): ApiError {
  const message = 'Could not query the database for the schema cache. Retrying.'
  return new ApiError(503, 'PGRST002', message)
}

export function responseTooLarge(maxBytes: number): ApiError {
  return new ApiError(413, 'HS413', 'The response is too large', {
    details: `It may have at most ${maxBytes} bytes.`,
    hint: 'Select fewer rows, columns or embedded resources.',
  })
}

export function tooManyStatements(): ApiError {
  return new ApiError(429, 'HS429', 'Too many requests run at the same time', {
    details: 'The request has waited too long for other requests of the same client.',
    hint: 'Send the request again after the time in the header Retry-After.',
    headers: { 'Retry-After': '1' },
  })
}

/** `wasConnected` is true if the database connection was lost during the request. */
export function noDatabase(wasConnected: boolean): ApiError {
  return wasConnected
    ? new ApiError(503, 'PGRST001', 'Database client error. Retrying the connection.')
    : new ApiError(503, 'PGRST000', 'Database connection error. Retrying the connection.')
}
