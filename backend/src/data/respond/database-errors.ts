import { ApiError } from './errors.ts'
import { isStatus, raisedAnswer } from './raised-response.ts'

export type DatabaseError = {
  code: string
  message: string
  detail?: string
  hint?: string
  /** PostgreSQL's call stack, which names the function that failed. Never sent to clients. */
  context?: string
}

/**
 * HTTP status by SQLSTATE. The first match applies. If the status is a function, its argument is
 * whether the caller is anonymous.
 */
const statuses: readonly [RegExp, number | ((anonymous: boolean) => number)][] = [
  [/^2350[35]$/, 409],
  [/^25006$/, 405],
  [/^(42883|42P01)$/, 404],
  [/^42501$/, (anonymous) => (anonymous ? 401 : 403)],
  [/^P0001$/, 400],
  [/^P0/, 500],
  [/^53400$/, 500],
  [/^(08|53|57P01)/, 503],
  [/^(28|0L|0P)/, 403],
  [/^(21000|42P17)$/, 500],
  [/^(09|25|2D|38|39|3B|40|54|55|57|58|F0|HV|XX)/, 500],
]

export function isDatabaseError(error: unknown): error is DatabaseError {
  const code = (error as { code?: unknown } | null)?.code
  return error instanceof Error && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
}

/** Converts a PostgreSQL error to an API error, without the error's `context`. */
export function fromDatabaseError(error: DatabaseError, anonymous: boolean): ApiError {
  const { code, message } = error
  if (code === 'PGRST') return raisedAnswer(message, error.detail)
  const status = statusOfRequest(error) ?? statusOf(code, message, anonymous)
  return new ApiError(status, code, message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
  })
}

/** Messages of errors that only a bad request can cause. Their SQLSTATE alone is ambiguous. */
const ofRequest: readonly [code: RegExp, message: RegExp, status: number][] = [
  // Error for a value nested deeper than PostgreSQL can parse.
  [
    /^(54000|54001|XX000)$/,
    /^(stack depth limit exceeded|tsquery stack too small|number of array dim)/,
    400,
  ],
  // Error for an upsert whose body contains the same row twice.
  [/^21000$/, /^ON CONFLICT DO UPDATE command cannot affect row a second time$/, 400],
  // Error for a write that the view does not support.
  [/^55000$/, /^cannot (insert into|update|delete from) view "/, 405],
]

/**
 * Returns the HTTP status of an error caused by the request. Returns undefined for other errors,
 * such as errors raised in a function or trigger.
 */
function statusOfRequest({ code, message, context = '' }: DatabaseError): number | undefined {
  if (context.includes('function')) return undefined
  return ofRequest.find(([codes, texts]) => codes.test(code) && texts.test(message))?.[2]
}

function statusOf(code: string, message: string, anonymous: boolean): number {
  if (code.startsWith('PT')) {
    const raised = /^\d{3}$/.test(code.slice(2)) ? Number(code.slice(2)) : 500
    return isStatus(raised) ? raised : 500
  }
  // Error for a token with a role that does not exist.
  if (code === '22023' && /^role ".*" does not exist$/.test(message)) return 401
  // Error of the PostgreSQL extension safeupdate for a write without a filter.
  if (code === '21000' && message.endsWith('requires a WHERE clause')) return 400
  if (code === '42883' && message.startsWith('function xmlagg(')) return 406
  const found = statuses.find(([pattern]) => pattern.test(code))?.[1] ?? 400
  return typeof found === 'number' ? found : found(anonymous)
}
