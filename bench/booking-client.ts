import type postgres from 'postgres'
import type { Product } from './product.ts'

export type Account = { id: string; token: string }

export type OpenedCheckout = { clientSecret: string; paymentIntentId: string }

export const oneHourLater = (start: Date) => new Date(start.getTime() + 3_600_000)

/**
 * Returns the start of slot number `slot`. The first slot begins in two days, and each day has
 * twelve slots.
 */
export function startOf(slot: number): Date {
  const start = new Date(Date.now() + (2 + Math.floor(slot / 12)) * 86_400_000)
  start.setUTCHours(9 + (slot % 12), 0, 0, 0)
  return start
}

/**
 * Returns a client that books a slot as a browser does: checkout, card payment at the Stripe fake,
 * confirmation.
 */
export function bookingClient(product: Product, sql: postgres.Sql) {
  const { anonKey, serviceRoleKey } = product.keys
  let accounts = 0

  async function post<Answer>(name: string, token: string, body: object) {
    const response = await fetch(`${product.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Answer }
  }

  async function auth<Answer>(
    path: string,
    { key, address }: { key: string; address: string },
    body: object,
  ): Promise<Answer> {
    const response = await fetch(`${product.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: key,
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'X-Forwarded-For': address,
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }

  return {
    post,

    /** Creates an account with a verified email and signs it in. */
    async account(name: string): Promise<Account> {
      accounts += 1
      // Gives each account its own IP address, because rate limits count requests per IP address.
      const address = `198.18.${accounts >> 8}.${accounts & 255}`
      const email = `${name}-${crypto.randomUUID()}@example.com`
      const link = await auth<{ hashed_token: string; verification_type: string }>(
        'admin/generate_link',
        { key: serviceRoleKey, address },
        { type: 'magiclink', email },
      )
      const session = await auth<{ access_token: string; user: { id: string } }>(
        'verify',
        { key: anonKey, address },
        { type: link.verification_type, token_hash: link.hashed_token },
      )
      return { id: session.user.id, token: session.access_token }
    },

    async space(host: Account): Promise<string> {
      const [row] = await sql<{ id: string }[]>`
        insert into spaces (user_id, title, description, type, price, currency, location, country,
          capacity, amenities, available, cancellation_policy, time_zone)
        values (${host.id}, 'Loft', 'A loft', 'studio', 100, 'USD', 'Tokyo', 'Japan', 4,
          '{Wi-Fi}', true, 'flexible', 'UTC')
        returning id`
      return row!.id
    },

    checkout: ({ token }: Account, spaceId: string, startsAt: Date) =>
      post<OpenedCheckout & { code?: string }>('create-payment-intent', token, {
        spaceId,
        startTime: startsAt.toISOString(),
        endTime: oneHourLater(startsAt).toISOString(),
        duration: 1,
        amount: 100,
        currency: 'USD',
        policy: 'flexible',
      }),

    /** Pays as Stripe.js does, with the publishable key. Returns the response status. */
    async pay({ clientSecret, paymentIntentId }: OpenedCheckout): Promise<number> {
      const path = `/_sandbox/stripe/v1/payment_intents/${paymentIntentId}/confirm`
      const response = await fetch(product.url + path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${product.keys.stripePublishableKey}` },
        body: new URLSearchParams({
          client_secret: clientSecret,
          payment_method: 'pm_card_visa',
          return_url: `${product.url}/booking-confirmation`,
        }),
      })
      await response.arrayBuffer()
      return response.status
    },

    confirm: ({ token }: Account, paymentIntentId: string) =>
      post<{ status: string; bookingId?: string }>('confirm-booking', token, { paymentIntentId }),
  }
}
