/** Client for the test controls of the Stripe fake, which it calls over HTTP. */
export type StripeControls = {
  /**
   * Calls a test control of the Stripe fake: POST with a body, GET without one. Throws on a status of 400 or above.
   */
  control(path: string, body?: object): Promise<unknown>
  /** Returns the current time of the Stripe fake's clock. */
  now(): Promise<Date>
  /** Moves the fake's clock forward and, for a server in this process, waits for the background jobs. */
  moveClockTo(time: Date): Promise<void>
  /**
   * Returns the entire state of the Stripe fake: payment intents, charges, refunds, transfers, balances, deliveries.
   */
  // eslint-disable-next-line typescript/no-explicit-any -- tests pick fields of Stripe's own objects
  state(): Promise<any>
}

/**
 * Creates a client for the test controls of a server's Stripe fake.
 *
 * @param afterMove called each time the clock has moved, to run the jobs that have become due.
 */
export function stripeControls(
  url: string,
  secretKey: string,
  afterMove: () => Promise<void> = async () => {},
): StripeControls {
  const control = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/_sandbox/stripe/test/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`The Stripe fake rejected the control ${path}: ${await response.text()}`)
    return response.json()
  }
  return {
    control,
    now: async () => new Date(((await control('clock')) as { now: string }).now),
    moveClockTo: async (time) => {
      await control('clock', { now: time.toISOString() })
      await afterMove()
    },
    state: () => control('state'),
  }
}
