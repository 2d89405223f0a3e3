import { Stripe } from 'stripe'
import { Tokens } from '@hourspace/backend/platform/jwt.ts'
import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import {
  startTestServer,
  type InProcessServer,
  type TestServer,
  type TestServerOptions,
} from '@hourspace/launch/testing/server.ts'
import { checkFigures } from './figures.ts'

/**
 * Base time in milliseconds of all dates in a test file. It is read once, so that the dates stay
 * the same after midnight.
 */
const openedAt = Date.now()

// Shortens the Stripe client's delay before a retry, which is 0.5 s or more by default. This also
// affects the edge functions, because the tests run them in this process.
Stripe.prototype.getInitialNetworkRetryDelay = () => 0.01

export type Person = {
  id: string
  call<Answer = Record<string, unknown>>(
    name: string,
    body: object,
  ): Promise<{ status: number; body: Answer & { error?: string; code?: string } }>
}

export type Space = { id: string; price: number; currency: Currency; host: Person }

type CheckoutAnswer = {
  clientSecret: string
  paymentIntentId: string
  paymentId: string
  platformFee: { amount: number; percentage: number }
  total: number
  rental: number
  expiresAt: string
  bookingId: string | null
  isRequest: boolean
  canExtend: boolean
}

/** Creates users and spaces on a test server, and performs checkouts and payments over HTTP. */
export class Market<Server extends TestServer = TestServer> {
  readonly server: Server
  readonly stripe: Stripe
  readonly #tokens: Tokens

  constructor(server: Server) {
    this.server = server
    this.#tokens = new Tokens(server.jwtSecret)
    this.stripe = new Stripe(server.keys.stripeSecretKey, {
      httpClient: Stripe.createFetchHttpClient((input, init) => {
        const { pathname, search } = new URL(String(input))
        return fetch(`${server.url}/_sandbox/stripe${pathname}${search}`, init)
      }),
      telemetry: false,
    })
  }

  /** Creates a user with an access token. The user has no password, because hashing one is slow. */
  async person(name: string): Promise<Person> {
    const email = `${name}-${crypto.randomUUID()}@example.com`
    const [row] = await this.server.sql<{ id: string }[]>`
      insert into auth.users (id, email, aud, role, raw_user_meta_data)
      values (gen_random_uuid(), ${email}, 'authenticated', 'authenticated',
        ${this.server.sql.json({ full_name: name })})
      returning id`
    return this.personOf(row?.id ?? '')
  }

  personOf(id: string, sessionId?: string): Person {
    const token = this.#tokens.sign({
      sub: id,
      ...(sessionId && { session_id: sessionId }),
      role: 'authenticated',
      aud: 'authenticated',
      exp: Math.floor(Date.now() / 1000) + 3600,
    })
    return { id, call: (function_, body) => this.post(function_, body, token) }
  }

  people(name: string, count: number): Promise<Person[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => this.person(name + index)))
  }

  /** Calls an edge function over HTTP, by default with the anonymous key. */
  async post(name: string, body: unknown, token = this.server.anonKey) {
    const response = await fetch(`${this.server.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const isPdf = response.headers.get('content-type') === 'application/pdf'
    return { status: response.status, body: await (isPdf ? response.bytes() : response.json()) }
  }

  /** Calls an edge function with the service role key, like a scheduled job. */
  postAsServer(name: string, body: object) {
    return this.post(name, body, this.server.serviceRoleKey)
  }

  async space(
    host: Person,
    {
      price = 100,
      currency = 'USD' as Currency,
      policy = 'flexible',
      available = true,
      timeZone = 'UTC',
      capacity = 4,
      mode = 'instant',
    } = {},
  ): Promise<Space> {
    const [row] = await this.server.sql<{ id: string }[]>`
      insert into public.spaces (user_id, title, description, type, price, currency, location,
        country, capacity, amenities, available, cancellation_policy, time_zone, booking_mode)
      values (${host.id}, 'Loft', 'A loft', 'studio', ${price}, ${currency}, 'Tokyo', 'Japan',
        ${capacity}, ${['Wi-Fi']}, ${available}, ${policy}, ${timeZone},
        ${mode})
      returning id`
    return { id: row?.id ?? '', price, currency, host }
  }

  async extra(
    space: Space,
    { name = 'Projector', price = 20, unit = 'booking', position = 0 } = {},
  ): Promise<string> {
    const [row] = await this.server.sql<{ id: string }[]>`
      insert into public.space_extras (space_id, name, price, unit, position)
      values (${space.id}, ${name}, ${price}, ${unit}, ${position})
      returning id`
    return row?.id ?? ''
  }

  checkout(
    guest: Person,
    space: Space,
    startsAt: Date,
    hours = 1,
    overrides: Record<string, unknown> = {},
  ) {
    return guest.call<CheckoutAnswer>('create-payment-intent', {
      spaceId: space.id,
      startTime: startsAt.toISOString(),
      endTime: new Date(startsAt.getTime() + hours * hourMs).toISOString(),
      duration: hours,
      amount: space.price * hours,
      currency: space.currency,
      ...overrides,
    })
  }

  /** Pays with the publishable key and the client secret, as Stripe.js does. */
  async pay(clientSecret: string, card = 'pm_card_visa') {
    const intentId = clientSecret.split('_secret_')[0]
    const response = await fetch(
      `${this.server.url}/_sandbox/stripe/v1/payment_intents/${intentId}/confirm`,
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${this.server.keys.stripePublishableKey}` },
        body: new URLSearchParams({
          client_secret: clientSecret,
          payment_method: card,
          return_url: `${this.server.url}/booking-confirmation`,
        }),
      },
    )
    return {
      status: response.status,
      body: (await response.json()) as Stripe.PaymentIntent & {
        error?: { code?: string; decline_code?: string }
      },
    }
  }

  async book(guest: Person, space: Space, startsAt: Date, hours = 1): Promise<string> {
    const { body: opened } = await this.checkout(guest, space, startsAt, hours)
    await this.pay(opened.clientSecret)
    const { body } = await guest.call<{ bookingId: string }>('confirm-booking', {
      paymentIntentId: opened.paymentIntentId,
    })
    return body.bookingId
  }

  /** Opens a Stripe account for a host and completes its onboarding in the sandbox. */
  async onboard(host: Person): Promise<string> {
    const { body } = await host.call<{ accountId: string }>('stripe-account', { action: 'create' })
    await this.server.stripe.control('accounts', { account: body.accountId, action: 'complete' })
    await host.call('stripe-account', { action: 'check', accountId: body.accountId })
    return body.accountId
  }

  async webhooksDelivered(): Promise<void> {
    for (let attempt = 0; attempt < 900; attempt += 1) {
      const { waiting } = (await this.server.stripe.control('webhooks')) as { waiting: number }
      if (waiting === 0) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('webhooks are still waiting')
  }

  async reconcile() {
    const { body } = await this.postAsServer('reconcile-ledger', { force: true })
    return body as { checked: number; replayed: number; drift: number }
  }

  /**
   * Removes money movements from the append-only ledger, as if a crash had kept them from being
   * recorded.
   */
  async forgetMovements(bookingId: string, kind: string): Promise<void> {
    await this.server.sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`
      await transaction`
        with forgotten as (
          delete from public.ledger_transactions
          where booking_id = ${bookingId} and kind = ${kind} returning id)
        delete from public.ledger_entries
        where transaction_id in (select id from forgotten)`
    })
  }

  /**
   * Returns the platform's Stripe balance by currency, in minor units, according to the ledger and
   * to Stripe. Throws if the admin statistics differ from the ledger or from the host shares.
   */
  async money(): Promise<{ ledger: Record<string, number>; balance: Record<string, number> }> {
    const rows = await this.server.sql<{ currency: string; amount: string }[]>`
      select lower(currency) as currency, sum(amount_minor)::text as amount
      from public.ledger_movements group by currency`
    const { available } = await this.stripe.balance.retrieve()
    const compact = (entries: (readonly [string, number])[]) =>
      Object.fromEntries(entries.filter(([, amount]) => amount !== 0).toSorted())
    const ledger = compact(rows.map(({ currency, amount }) => [currency, Number(amount)]))
    await checkFigures(this.server, ledger)
    return {
      ledger,
      balance: compact(available.map(({ currency, amount }) => [currency, amount])),
    }
  }
}

/** Returns the time `hour`:00 (UTC) on the day that is `days` days after today. */
export function inDays(days: number, hour = 10): Date {
  const day = new Date(openedAt + days * dayMs)
  day.setUTCHours(hour, 0, 0, 0)
  return day
}

export async function openMarket(options?: TestServerOptions): Promise<Market<InProcessServer>> {
  return new Market(await startTestServer(options))
}
