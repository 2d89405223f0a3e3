import postgres from 'postgres'
import { Tokens } from '@hourspace/backend/platform/jwt.ts'
import { startProduct } from './product.ts'

/**
 * `npm run bench -- bookings.ts` measures whole bookings over HTTP (checkout, card payment at the
 * Stripe fake, confirmation) by 16 guests at different slots. It alternates with the three SQL steps
 * of a booking through postgres.js with 8 connections (pgbench is not in the embedded PostgreSQL).
 * Then 60 guests ask for one fresh slot at the same time. Load generator, product, fakes and
 * PostgreSQL share the machine. The benchmark takes about one minute.
 */
const guests = 16
const connections = 8
const rounds = Number(process.env['ROUNDS'] ?? 4)
const sliceMs = 4_000
const rivals = 60
const races = 6
const spacesPerGuest = 12

const product = await startProduct({ SEED: 'none' })
const sql = postgres(product.keys.databaseUrl, { max: connections, onnotice: () => {} })
const tokens = new Tokens(product.keys.jwtSecret)

type Guest = { id: string; token: string; spaces: string[]; slot: number }

async function person(name: string): Promise<{ id: string; token: string }> {
  const [row] = await sql<{ id: string }[]>`
    insert into auth.users (id, email, aud, role)
    values (gen_random_uuid(), ${`${name}-${crypto.randomUUID()}@example.com`}, 'authenticated',
      'authenticated')
    returning id`
  const exp = Math.floor(Date.now() / 1000) + 3600
  const claims = { sub: row!.id, role: 'authenticated', aud: 'authenticated', exp }
  return { id: row!.id, token: tokens.sign(claims) }
}

async function space(host: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into spaces (user_id, title, description, type, price, currency, location, country,
      capacity, amenities, available, cancellation_policy, time_zone)
    values (${host}, 'Loft', 'A loft', 'studio', 100, 'USD', 'Tokyo', 'Japan', 4, '{Wi-Fi}', true,
      'flexible', 'UTC')
    returning id`
  return row!.id
}

/** Returns the start of slot number `slot`: twelve hours a day from the second day on. */
function startOf(slot: number): Date {
  const start = new Date(Date.now() + (2 + Math.floor(slot / 12)) * 86_400_000)
  start.setUTCHours(9 + (slot % 12), 0, 0, 0)
  return start
}

/** Returns a space and a free start for the guest's next booking. */
function nextSlot(guest: Guest): { spaceId: string; startsAt: Date } {
  const number = guest.slot
  guest.slot += 1
  const spaceId = guest.spaces[number % guest.spaces.length]!
  return { spaceId, startsAt: startOf(Math.floor(number / guest.spaces.length)) }
}

const oneHourLater = (start: Date) => new Date(start.getTime() + 3_600_000)

async function call<Answer>(name: string, token: string, body: object) {
  const response = await fetch(`${product.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

type Opened = { clientSecret: string; paymentIntentId: string }

const checkout = (token: string, spaceId: string, startsAt: Date) =>
  call<Opened>('create-payment-intent', token, {
    spaceId,
    startTime: startsAt.toISOString(),
    endTime: oneHourLater(startsAt).toISOString(),
    duration: 1,
    amount: 100,
    currency: 'USD',
    policy: 'flexible',
  })

/** Pays as the browser does, with the publishable key. */
async function pay({ clientSecret, paymentIntentId }: Opened): Promise<void> {
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
  if (!response.ok) throw new Error(await response.text())
}

async function bookOverHttp(guest: Guest): Promise<void> {
  const { spaceId, startsAt } = nextSlot(guest)
  const { status, body } = await checkout(guest.token, spaceId, startsAt)
  if (status !== 200) throw new Error(JSON.stringify(body))
  await pay(body)
  const confirmed = await call<{ status: string }>('confirm-booking', guest.token, {
    paymentIntentId: body.paymentIntentId,
  })
  if (confirmed.body.status !== 'confirmed') throw new Error(JSON.stringify(confirmed.body))
}

const quote = {
  currency: 'USD',
  hours: 1,
  basePriceMinor: 10_000,
  extras: [],
  priceLines: [{ price: 100, hours: 1, amount: 100 }],
  rentalMinor: 10_000,
  platformFeePercentage: 10,
  platformFeeMinor: 1000,
  totalMinor: 11_000,
  hostCommissionPercentage: 10,
  hostCommissionMinor: 1000,
  hostShareMinor: 9000,
}

async function bookInSql(guest: Guest): Promise<void> {
  const { spaceId, startsAt } = nextSlot(guest)
  const [row] = await sql<{ payment: { id: string } }[]>`
    select public.begin_checkout(${spaceId}, ${guest.id}, ${startsAt}, ${oneHourLater(startsAt)},
      ${sql.json(quote)}, 1, 'flexible') as payment`
  const id = row!.payment.id
  await sql`select public.attach_payment_intent(${id}, ${`pi_${id}`}, now())`
  await sql`select public.confirm_booking(${id}, ${`ch_${id}`}, 11000, 'USD')`
}

/** Returns the bookings per second of all guests, who book one after the other for a time slice. */
async function bookingsPerSecond(
  people: readonly Guest[],
  book: (guest: Guest) => Promise<void>,
): Promise<number> {
  const from = performance.now()
  const counts = await Promise.all(
    people.map(async (guest) => {
      let count = 0
      for (; performance.now() < from + sliceMs; count += 1) await book(guest)
      return count
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - from) / 1000)
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

const people: Guest[] = []
const { id: host } = await person('host')
for (let index = 0; index < guests; index += 1) {
  const spaces = []
  for (let number = 0; number < spacesPerGuest; number += 1) spaces.push(await space(host))
  people.push({ ...(await person('guest')), spaces, slot: 0 })
}

/** Waits until the emails of earlier bookings are sent, because they slow both sides down. */
async function mailsSent(): Promise<void> {
  for (;;) {
    const [row] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting from outgoing_mails where sent_at is null and abandoned_at is null`
    if (row!.waiting === 0) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

await bookingsPerSecond(people, bookOverHttp)
const ratios: number[] = []
for (let round = 1; round <= rounds; round += 1) {
  await mailsSent()
  const http = await bookingsPerSecond(people, bookOverHttp)
  await mailsSent()
  const inSql = await bookingsPerSecond(people.slice(0, connections), bookInSql)
  ratios.push(http / inSql)
  console.log(
    `round ${round}: ${http.toFixed(0)} bookings/s over HTTP, ${inSql.toFixed(0)} in SQL, ratio ${(http / inSql).toFixed(2)}`,
  )
}
console.log(`ratio (median): ${median(ratios).toFixed(2)}`)

const crowd = await Promise.all(Array.from({ length: rivals }, () => person('rival')))
await Promise.all(crowd.map(({ token }) => call('confirm-booking', token, {})))
for (let race = 1; race <= races; race += 1) {
  await mailsSent()
  const spaceId = await space(host)
  const startsAt = startOf(race)
  const from = performance.now()
  const answers = await Promise.all(
    crowd.map(async ({ token }) => {
      const { status } = await checkout(token, spaceId, startsAt)
      return { status, ms: performance.now() - from }
    }),
  )
  const won = answers.filter(({ status }) => status === 200)
  const others = answers.filter(({ status }) => status === 409).map(({ ms }) => ms)
  if (won.length !== 1 || others.length !== rivals - 1) throw new Error('not exactly one winner')
  console.log(
    `race ${race}: winner after ${won[0]!.ms.toFixed(0)} ms, others median ${median(others).toFixed(0)} ms, last ${Math.max(...others).toFixed(0)} ms`,
  )
}
await sql.end()
await product.stop()
