import { ApiError } from './errors.ts'
import { isStatus, raisedAnswer } from './raised-response.ts'

/** The fields of a PostgreSQL error that may reach a client. */
export type DatabaseError = {
  code: string
  message: string
  detail?: string
  hint?: string
  /** Not for clients: what PostgreSQL was at, such as the function that it ran. */
  context?: string
}

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
  [/^(09|25|2D|38|39|3B|40|54|55|57|58|F0|HV|XX)/, 500],
]

/** Whether something thrown by the driver is an error that PostgreSQL reported. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  const code = (error as { code?: unknown } | null)?.code
  return error instanceof Error && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
}

/** The API error of a PostgreSQL error. Never carries SQL text. */
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

/** What PostgreSQL says of the request alone, where the same code may be the fault of the schema. */
const ofRequest: readonly [code: RegExp, message: RegExp, status: number][] = [
  // A value is nested deeper than PostgreSQL reads.
  [
    /^(54000|54001|XX000)$/,
    /^(stack depth limit exceeded|tsquery stack too small|number of array dim)/,
    400,
  ],
  // The body of an upsert names a row twice; other violations of 21000 are those of a subquery.
  [/^21000$/, /^ON CONFLICT DO UPDATE command cannot affect row a second time$/, 400],
  // A method that this view does not take, as OPTIONS says; other states of 55000 are the server's.
  [/^55000$/, /^cannot (insert into|update|delete from) view "/, 405],
]

/** The status of what the request itself got wrong, not a function or a trigger that it led to. */
function statusOfRequest({ code, message, context = '' }: DatabaseError): number | undefined {
  if (context.includes('function')) return undefined
  return ofRequest.find(([codes, texts]) => codes.test(code) && texts.test(message))?.[2]
}

function statusOf(code: string, message: string, anonymous: boolean): number {
  if (code.startsWith('PT')) {
    const raised = /^\d{3}$/.test(code.slice(2)) ? Number(code.slice(2)) : 500
    return isStatus(raised) ? raised : 500
  }
  // A token names a role that is not there.
  if (code === '22023' && /^role ".*" does not exist$/.test(message)) return 401
  // The extension safeupdate asks for a filter.
  if (code === '21000' && message.endsWith('requires a WHERE clause')) return 400
  if (code === '42883' && message.startsWith('function xmlagg(')) return 406
  const found = statuses.find(([pattern]) => pattern.test(code))?.[1] ?? 400
  return typeof found === 'number' ? found : found(anonymous)
}
