import { Stripe } from 'stripe'
import { env, optionalEnv } from './env.ts'

const clients = new Map<string, Stripe>()

/** Stripe, or whatever speaks its protocol at `STRIPE_API_BASE`. */
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

/** A fetch that finds api.stripe.com at `base`. */
function fetchAt(base: string): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(String(input))
    return fetch(base.replace(/\/+$/, '') + pathname + search, init)
  }
}

/** The event in a webhook's raw body. Throws when it is not signed, or was more than 300 s ago. */
export function verifiedEvent(rawBody: string, signature: string): Promise<Stripe.Event> {
  return stripeClient().webhooks.constructEventAsync(
    rawBody,
    signature,
    env('STRIPE_WEBHOOK_SECRET'),
    300,
    Stripe.createSubtleCryptoProvider(),
  )
}

/** True when Stripe understood the request and said no; false when it did not get that far. */
export function isRefusal(cause: unknown): cause is Stripe.errors.StripeError {
  return (
    cause instanceof Stripe.errors.StripeInvalidRequestError ||
    cause instanceof Stripe.errors.StripeCardError
  )
}

/**
 * True when an idempotency key leads nowhere until Stripe forgets it, a day later: it keeps a failure of
 * its own there, or a request for something else.
 */
export function isSpentKey(cause: unknown): cause is Stripe.errors.StripeError {
  if (!(cause instanceof Stripe.errors.StripeError)) return false
  const { statusCode = 0, headers } = cause
  return cause instanceof Stripe.errors.StripeIdempotencyError
    ? statusCode === 400
    : statusCode >= 500 && headers?.['idempotent-replayed'] === 'true'
}
