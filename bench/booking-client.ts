import type postgres from 'postgres'
import { Tokens } from '@hourspace/backend/platform/jwt.ts'
import type { Product } from './product.ts'

export type Account = { id: string; token: string }

export type OpenedCheckout = { clientSecret: string; paymentIntentId: string }

export const oneHourLater = (start: Date) => new Date(start.getTime() + 3_600_000)

/** Returns the start of slot number `slot`: twelve slots a day from the second day on. */
export function startOf(slot: number): Date {
  const start = new Date(Date.now() + (2 + Math.floor(slot / 12)) * 86_400_000)
  start.setUTCHours(9 + (slot % 12), 0, 0, 0)
  return start
}

/** Books a slot as a browser does: checkout, card payment at the Stripe fake, confirmation. */
export function bookingClient(product: Product, sql: postgres.Sql) {
  const tokens = new Tokens(product.keys.jwtSecret)

  async function post<Answer>(name: string, token: string, body: object) {
    const response = await fetch(`${product.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Answer }
  }

  return {
    post,

    async account(name: string): Promise<Account> {
      const [row] = await sql<{ id: string }[]>`
        insert into auth.users (id, email, aud, role)
        values (gen_random_uuid(), ${`${name}-${crypto.randomUUID()}@example.com`},
          'authenticated', 'authenticated')
        returning id`
      const exp = Math.floor(Date.now() / 1000) + 3600
      const claims = { sub: row!.id, role: 'authenticated', aud: 'authenticated', exp }
      return { id: row!.id, token: tokens.sign(claims) }
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
