import type Stripe from 'stripe'

type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  doc_url?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
}

export class StripeError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** `keepsEffects` commits the transaction despite the error, to store a declined charge. */
  readonly keepsEffects: boolean

  constructor(status: number, body: ErrorBody, keepsEffects = false) {
    super(body.message)
    this.status = status
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body
    this.keepsEffects = keepsEffects
  }
}

export function invalidRequest(message: string, details: Partial<ErrorBody> = {}): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...details })
}

/** Returns a 404 error for an unknown id. `noun` is the object type, such as "payment_intent". */
export function noSuch(noun: string, id: string, param = 'id'): StripeError {
  return new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  })
}

/** Returns a 402 error for a declined card. The transaction commits despite this error. */
export function cardError(details: Omit<ErrorBody, 'type'>): StripeError {
  return new StripeError(402, { type: 'card_error', ...details }, true)
}

export function unauthorized(message: string): StripeError {
  return new StripeError(401, { type: 'invalid_request_error', message })
}

function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}
