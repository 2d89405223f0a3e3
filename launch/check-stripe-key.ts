import { StartupError } from './startup-error.ts'

/**
 * Throws StartupError if Stripe refuses a secret key. Only warns if Stripe is unreachable or fails
 * with status 5xx, because a temporary outage must not prevent the start.
 */
export async function checkStripeKey(
  secretKey: string,
  { apiBase = 'https://api.stripe.com', timeoutMs = 5_000 } = {},
): Promise<void> {
  const response = await fetch(`${apiBase}/v1/balance`, {
    headers: { authorization: `Bearer ${secretKey}` },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => error)
  const start = secretKey.slice(0, 8)
  if (response instanceof Error || response.status >= 500) {
    const reason = response instanceof Error ? causeOf(response) : `status ${response.status}`
    console.warn(
      `STRIPE_SECRET_KEY (${start}…) could not be checked with Stripe: ${reason}. The start continues; run hourspace doctor later.`,
    )
    return
  }
  // Only 401 means that the key is wrong. A restricted key may get 403.
  if (response.status === 401)
    throw new StartupError(
      `Stripe refuses STRIPE_SECRET_KEY (${start}…): copy the key again from https://dashboard.stripe.com/apikeys.`,
    )
}

/**
 * Returns the message of a `fetch` error's cause, because the error's own message is only "fetch
 * failed". Without a cause, returns the error's own message.
 */
function causeOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message
}
