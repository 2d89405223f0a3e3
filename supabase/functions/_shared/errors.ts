/** HTTP status and message by error code. `docs/errors.md` also has the codes of SQL functions. */
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
  second_factor_needed: [403, 'Please sign in with your two-step verification code first'],
  second_factor_required: [403, 'Please turn on two-step verification first'],
  wrong_password: [403, 'This is not the password of your account'],
  wrong_code: [403, 'This code is wrong or no longer valid'],
  reauthentication_needed: [
    403,
    'Please sign out and sign in again, then delete your account within 10 minutes',
  ],
  service_role_only: [403, 'Only the server itself may call this function'],
  space_not_found: [404, 'Space not found'],
  payment_not_found: [404, 'Payment not found'],
  dispute_refused: [409, 'Stripe did not accept the answer to this dispute'],
  booking_not_found: [404, 'Booking not found'],
  account_not_found: [404, 'Payout account not found'],
  payouts_not_ready: [409, 'Please finish the setup of your payouts first'],
  payout_country_unsupported: [
    422,
    'Stripe can’t send payouts to this country yet. Please choose another country',
  ],
  calendar_not_found: [404, 'Calendar not found'],
  checked_just_now: [429, 'This calendar was just checked. Please try again in a few seconds'],
  feed_url_invalid: [
    422,
    'Please enter the address of a calendar, such as https://example.com/calendar.ics',
  ],
  feed_is_ours: [
    422,
    'This is an export link of Hourspace. Bookings already block their times, so it does not need to be imported',
  ],
  feed_not_public: [422, 'This address is not on the public internet, so Hourspace can’t read it'],
  feed_unreachable: [422, 'The calendar’s server can’t be reached. Please check the address'],
  feed_timeout: [422, 'The calendar’s server took too long to answer. Please try again later'],
  feed_not_found: [422, 'There is no calendar at this address. Please copy its link again'],
  feed_forbidden: [
    422,
    'This calendar is private. Please use its secret address in iCal format, or share it publicly',
  ],
  feed_failed: [422, 'The calendar’s server answered with an error. Please try again later'],
  feed_too_large: [
    422,
    'This calendar is larger than 2 MB. Please import one with fewer past events',
  ],
  feed_not_calendar: [
    422,
    'This address leads to a page, not to a calendar. Please copy the address in iCal format; it often ends in .ics',
  ],
  feed_unreadable: [
    422,
    'An event of this calendar can’t be read. Please correct or delete that event',
  ],
  feed_too_many_events: [422, 'This calendar has too many events. The limit is 5,000 in 13 months'],
  feed_too_many_redirects: [422, 'This address redirects too often. Please copy its link again'],
  busy: [503, 'This is being changed right now. Please try again in a moment'],
  method_not_allowed: [405, 'Please use POST'],
  amount_mismatch: [
    409,
    'The amount does not match the price of this space. Please reload the page',
  ],
  extras_changed: [409, 'The extras of this space have just changed. Please choose them again'],
  amount_not_chargeable: [
    409,
    'This amount is too small or too large for a card payment. Please change the hours or extras',
  ],
  slot_taken: [409, 'This time slot is not available'],
  already_booked: [409, 'You have already booked this time'],
  payment_processing: [
    409,
    'Your earlier payment for this time is still being processed. Please wait for its result',
  ],
  checkout_lapsed: [409, 'This checkout has expired. Please choose your time again'],
  deletion_blocked: [409, 'Your account cannot be deleted yet'],
  too_many_attempts: [429, 'Too many attempts. Please try again in ten minutes'],
  payment_provider_failed: [
    502,
    'The payment service did not answer. You were not charged; please try again',
  ],
  payment_unconfirmed: [
    502,
    'The payment service did not answer. Your payment is safe, and your booking appears as soon as it is confirmed',
  ],
  internal: [500, 'Something went wrong on our side. Please try again in a moment'],
} as const satisfies Record<string, readonly [status: number, message: string]>

type ErrorCode = keyof typeof catalogue

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
