import { StartupError } from './startup-error.ts'

/**
 * Asks Stripe whether it knows a secret key. Throws StartupError if Stripe refuses the key; only
 * warns if Stripe cannot be reached, because bookings can be made again once it can.
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
      `Stripe could not check STRIPE_SECRET_KEY (${start}…): ${reason}. The start continues.`,
    )
    return
  }
  // A restricted key without access to balances has status 403, but Stripe knows it.
  if (response.status === 401)
    throw new StartupError(
      `Stripe refuses STRIPE_SECRET_KEY (${start}…): copy the key again from https://dashboard.stripe.com/apikeys.`,
    )
}

/** Returns the message of a failed request. The message of `fetch` is always "fetch failed". */
function causeOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message
}
