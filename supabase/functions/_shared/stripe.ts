import { Stripe } from 'stripe'
import { env, optionalEnv } from './env.ts'

const clients = new Map<string, Stripe>()

/**
 * The webhook event that caused a database change. The same transaction stores the event and the
 * change.
 */
export type StripeEvent = { id: string; type: string }

/** Returns the event arguments of an SQL function. They are null if no event caused the change. */
export function eventArguments(event: StripeEvent | undefined) {
  return { id: event?.id ?? null, type: event?.type ?? null }
}

/** Returns a client of Stripe's API, or of `STRIPE_API_BASE` if it is set, such as the sandbox. */
export function stripeClient(): Stripe {
  const key = env('STRIPE_SECRET_KEY')
  const base = optionalEnv('STRIPE_API_BASE')
  let client = clients.get(`${key} ${base}`)
  if (!client) {
    client = new Stripe(key, {
      httpClient: Stripe.createFetchHttpClient(base ? fetchAt(base) : undefined),
      maxNetworkRetries: 3,
      timeout: 15_000,
      telemetry: false,
    })
    clients.set(`${key} ${base}`, client)
  }
  return client
}

function fetchAt(base: string): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(String(input))
    return fetch(base.replace(/\/+$/, '') + pathname + search, init)
  }
}

/** Parses a webhook event. Throws if its signature is invalid or older than 300 s. */
export function verifiedEvent(rawBody: string, signature: string): Promise<Stripe.Event> {
  const { webhooks } = stripeClient()
  const crypto = Stripe.createSubtleCryptoProvider()
  // Tries all configured secrets. Each webhook endpoint has its own secret, or two secrets during a
  // rotation.
  const secrets = env('STRIPE_WEBHOOK_SECRET').split(',')
  return Promise.any(
    secrets.map((secret) =>
      webhooks.constructEventAsync(rawBody, signature, secret.trim(), 300, crypto),
    ),
  )
}

/**
 * Returns true if Stripe refused a request. Returns false if the outcome is unknown, as after a
 * timeout or a 5xx response.
 */
export function isRefusal(cause: unknown): cause is Stripe.errors.StripeError {
  return (
    cause instanceof Stripe.errors.StripeInvalidRequestError ||
    cause instanceof Stripe.errors.StripeCardError
  )
}

/**
 * Returns true for Stripe errors other than refusals, such as connection errors, 5xx responses and
 * rate limits. The outcome may then be unknown.
 */
export function isOutage(cause: unknown): boolean {
  return cause instanceof Stripe.errors.StripeError && !isRefusal(cause)
}

/**
 * Returns true if a concurrent request with the same idempotency key is in progress, and may still
 * succeed.
 */
export function isKeyInUse(cause: unknown): boolean {
  return cause instanceof Error && 'statusCode' in cause && cause.statusCode === 409
}

/**
 * Returns true if an idempotency key is unusable. Stripe replays a stored server error for the key,
 * or the key was first used with other parameters. Stripe keeps a key for 24 hours.
 */
export function isSpentKey(cause: unknown): cause is Stripe.errors.StripeError {
  if (!(cause instanceof Stripe.errors.StripeError)) return false
  const { statusCode = 0, headers } = cause
  return cause instanceof Stripe.errors.StripeIdempotencyError
    ? statusCode === 400
    : statusCode >= 500 && headers?.['idempotent-replayed'] === 'true'
}

export function idOf(field: string | { id: string } | null): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null)
}
