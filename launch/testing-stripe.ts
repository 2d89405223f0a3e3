/** The Stripe stand-in's test controls, over HTTP. */
export type StripeControls = {
  /** Calls one control: POST with a body, GET without. Throws when it is refused. */
  control(path: string, body?: object): Promise<unknown>
  /** The stand-in's time. */
  now(): Promise<Date>
  /** Moves the stand-in's clock forwards and waits for the background jobs where they run in this process. */
  moveClockTo(time: Date): Promise<void>
  /** Everything the stand-in holds: payment intents, charges, refunds, transfers, balances, deliveries. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests pick what they need of Stripe's own objects
  state(): Promise<any>
}

/**
 * Makes the controls for a server.
 *
 * @param afterMove waits for what a moved clock sets off.
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
    if (!response.ok) throw new Error(`Stripe control ${path}: ${await response.text()}`)
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
