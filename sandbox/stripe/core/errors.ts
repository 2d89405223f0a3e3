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

/** A refusal in Stripe's own words and status. */
export class StripeError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** True when what happened before the refusal stays: a declined charge is a fact, a bad parameter is not. */
  readonly keepsEffects: boolean

  constructor(status: number, body: ErrorBody, keepsEffects = false) {
    super(body.message)
    this.status = status
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body
    this.keepsEffects = keepsEffects
  }
}

/** 400: the request itself cannot be answered. */
export function invalidRequest(message: string, details: Partial<ErrorBody> = {}): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...details })
}

/** 404 with Stripe's wording; `noun` as in "payment_intent". */
export function noSuch(noun: string, id: string, param = 'id'): StripeError {
  return new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  })
}

/** 402: the card was refused. What led there is kept. */
export function cardError(details: Omit<ErrorBody, 'type'>): StripeError {
  return new StripeError(402, { type: 'card_error', ...details }, true)
}

/** 401: no key, or one that is not ours. */
export function unauthorized(message: string): StripeError {
  return new StripeError(401, { type: 'invalid_request_error', message })
}

function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}
