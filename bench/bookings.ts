import postgres from 'postgres'
import { type Account, bookingClient, oneHourLater, startOf } from './booking-client.ts'
import { startProduct } from './product.ts'

/**
 * `npm run bench bookings.ts` measures whole bookings over HTTP (checkout, card payment at the
 * Stripe fake, confirmation) by 16 guests at different slots. Alternates with the three SQL steps
 * of a booking through postgres.js with 8 connections. Then 60 guests request one free slot
 * concurrently. Load generator, product, fakes and PostgreSQL share the machine. Takes about one
 * minute.
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
const client = bookingClient(product, sql)

type Guest = Account & { spaces: string[]; slot: number }

function nextSlot(guest: Guest): { spaceId: string; startsAt: Date } {
  const number = guest.slot
  guest.slot += 1
  const spaceId = guest.spaces[number % guest.spaces.length]!
  return { spaceId, startsAt: startOf(Math.floor(number / guest.spaces.length)) }
}

async function bookOverHttp(guest: Guest): Promise<void> {
  const { spaceId, startsAt } = nextSlot(guest)
  const { status, body } = await client.checkout(guest, spaceId, startsAt)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const paid = await client.pay(body)
  if (paid !== 200) throw new Error(`The payment answered ${paid}`)
  const confirmed = await client.confirm(guest, body.paymentIntentId)
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

/** Returns the bookings per second of all guests in a time slice. Each guest books sequentially. */
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
const host = await client.account('host')
for (let index = 0; index < guests; index += 1) {
  const spaces = []
  for (let number = 0; number < spacesPerGuest; number += 1) spaces.push(await client.space(host))
  people.push({ ...(await client.account('guest')), spaces, slot: 0 })
}

/**
 * Waits until the emails of earlier bookings are sent, because sending slows down later bookings.
 */
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

const crowd = await Promise.all(Array.from({ length: rivals }, () => client.account('rival')))
await Promise.all(crowd.map(({ token }) => client.post('confirm-booking', token, {})))
for (let race = 1; race <= races; race += 1) {
  await mailsSent()
  const spaceId = await client.space(host)
  const startsAt = startOf(race)
  const from = performance.now()
  const answers = await Promise.all(
    crowd.map(async (rival) => {
      const { status } = await client.checkout(rival, spaceId, startsAt)
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
