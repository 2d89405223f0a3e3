/** HTTP status and message of each error. SQL raises further errors; see `docs/errors.md`. */
const catalogue = {
  bad_json: [400, 'The request body is not valid JSON'],
  bad_request: [400, 'The request is not valid'],
  bad_field: [400, 'This field is not valid'],
  bad_form: [400, 'The form could not be read'],
  bad_file: [400, 'Please attach a PDF, Word (.docx) or OpenDocument (.odt) file'],
  link_expired: [410, 'This link is no longer valid. Please subscribe again'],
  bad_signature: [400, 'The webhook is not signed by Stripe'],
  duration_mismatch: [400, 'The end time does not match the start time and duration'],
  not_signed_in: [401, 'Please sign in to continue'],
  second_factor_needed: [403, 'Please confirm with your second factor first'],
  wrong_password: [403, 'This is not the password of your account'],
  wrong_code: [403, 'This code is wrong or no longer valid'],
  service_role_only: [403, 'Only the server itself may call this function'],
  space_not_found: [404, 'Space not found'],
  payment_not_found: [404, 'Payment not found'],
  booking_not_found: [404, 'Booking not found'],
  account_not_found: [404, 'Payout account not found'],
  method_not_allowed: [405, 'Please use POST'],
  amount_mismatch: [
    409,
    'The amount does not match the price of this space. Please reload the page',
  ],
  extras_changed: [409, 'The extras of this space have just changed. Please choose them again'],
  amount_not_chargeable: [409, 'A card cannot be charged with this amount'],
  slot_taken: [409, 'This time slot is not available'],
  already_booked: [409, 'You have already booked this time'],
  payment_processing: [
    409,
    'Your earlier payment for this time is still being processed. Please wait for its result',
  ],
  checkout_lapsed: [409, 'This checkout has lapsed. Please try again'],
  deletion_blocked: [409, 'Your account cannot be deleted yet'],
  too_many_attempts: [429, 'Too many attempts. Please try again in ten minutes'],
  payment_provider_failed: [
    502,
    'The payment service did not answer. You were not charged; please try again',
  ],
  internal: [500, 'Something went wrong'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof catalogue

/** An error that becomes an HTTP response with a status and a body `{error, code, …facts}`. */
export class FunctionError extends Error {
  readonly code: string
  readonly status: number
  readonly facts: Record<string, unknown>

  constructor(code: string, status: number, message: string, facts: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.facts = facts
  }

  toResponse(): Response {
    const body = { error: this.message, code: this.code, ...this.facts }
    return Response.json(body, { status: this.status })
  }
}

export function failure(
  code: ErrorCode,
  { message, ...facts }: { message?: string; [fact: string]: unknown } = {},
): FunctionError {
  const [status, usual] = catalogue[code]
  return new FunctionError(code, status, message ?? usual, facts)
}

export function isFailure(cause: unknown, code: string): boolean {
  return cause instanceof FunctionError && cause.code === code
}
