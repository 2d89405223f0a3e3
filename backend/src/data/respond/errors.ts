import type { TokenError } from '#backend/platform/jwt.ts'

type ErrorDetails = string | readonly unknown[] | null

/** An error of the data API; it knows its response. */
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

/** A query string that does not follow the grammar. */
export function parseError(what: string, text: string, details: string): ApiError {
  return new ApiError(400, 'PGRST100', `"failed to parse ${what} (${text})"`, { details })
}

/** A body that is not what the request says it is. */
export function bodyError(message: string): ApiError {
  return new ApiError(400, 'PGRST102', message)
}

/** A column that neither the relation nor a computed field offers, in PostgreSQL's own words. */
export function unknownColumn(relation: string, column: string): ApiError {
  return new ApiError(400, '42703', `column ${relation}.${column} does not exist`)
}

/** The answer to a token that is not valid. */
export function tokenError(error: TokenError): ApiError {
  const code = error.reason === 'expired' ? 'PGRST303' : 'PGRST301'
  const description = error.message.replace(/["\\]/g, '')
  return new ApiError(401, code, error.message, {
    headers: {
      'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"`,
    },
  })
}
