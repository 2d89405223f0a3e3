import { ApiError } from './errors.ts'

/** The fields of a PostgreSQL error that may reach a client. */
export type DatabaseError = { code: string; message: string; detail?: string; hint?: string }

/** HTTP status of an SQLSTATE, first match wins. `anonymous` decides between 401 and 403. */
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
  [/^(09|25|2D|38|39|40|54|55|57|58|F0|HV|XX)/, 500],
]

/** Whether something thrown by the driver is an error that PostgreSQL reported. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  const code = (error as { code?: unknown } | null)?.code
  return error instanceof Error && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
}

/** The API error of a PostgreSQL error. Never carries SQL text. */
export function fromDatabaseError(error: DatabaseError, anonymous: boolean): ApiError {
  const { code, message } = error
  const rest = { details: error.detail ?? null, hint: error.hint ?? null }
  const raisedStatus = /^PT(\d{3})$/.exec(code)?.[1]
  if (raisedStatus) return new ApiError(Number(raisedStatus), code, message, rest)
  if (code === 'PGRST') return fromRaisedJson(error)
  if (code === '22023' && /^role ".*" does not exist$/.test(message)) {
    return new ApiError(401, code, message, rest)
  }
  if (code === '21000' && message.endsWith('requires a WHERE clause')) {
    return new ApiError(400, code, message, rest)
  }
  const found = statuses.find(([pattern]) => pattern.test(code))?.[1] ?? 400
  const status = typeof found === 'number' ? found : found(anonymous)
  const headers: Record<string, string> = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}
  return new ApiError(status, code, message, { ...rest, headers })
}

/** `raise sqlstate 'PGRST'` with the whole answer in JSON: message is the body, detail the rest. */
function fromRaisedJson(error: DatabaseError): ApiError {
  const unreadable = new ApiError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE"', {
    details: 'The message and the detail must be JSON objects.',
  })
  try {
    const body = JSON.parse(error.message) as Record<string, unknown>
    const detail = JSON.parse(error.detail ?? '') as Record<string, unknown>
    const { status, headers } = detail
    if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599) {
      return unreadable
    }
    if (typeof body['code'] !== 'string' || typeof body['message'] !== 'string') return unreadable
    return new ApiError(status, body['code'], body['message'], {
      details: (body['details'] as string | undefined) ?? null,
      hint: (body['hint'] as string | undefined) ?? null,
      headers: (headers as Record<string, string> | undefined) ?? {},
    })
  } catch {
    return unreadable
  }
}
