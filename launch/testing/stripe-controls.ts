export type StripeControls = {
  control(path: string, body?: object): Promise<unknown>
  now(): Promise<Date>
  /**
   * Advances the clock of the Stripe fake. Waits for the jobs if the server runs in this process.
   */
  moveClockTo(time: Date): Promise<void>
  // eslint-disable-next-line typescript/no-explicit-any -- tests read arbitrary fields of Stripe objects
  state(): Promise<any>
}

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
