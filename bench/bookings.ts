import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { type Account, bookingClient, oneHourLater, startOf } from './booking-client.ts'
import { hasPgbench, runsPerSecond } from './data/pgbench.ts'
import { startProduct } from './product.ts'

/**
 * `npm run bench -- bookings.ts` measures whole bookings over HTTP (checkout, card payment at the
 * Stripe fake, confirmation) by 16 guests at different slots. Alternates with measurements of the
 * three SQL steps of a booking through 8 connections of pgbench, or of postgres.js if pgbench is
 * not installed. Afterwards, 60 and then 200 guests request one free slot concurrently. Load
 * generator, product, fakes and PostgreSQL share the machine. Takes about two minutes.
 */
const guests = 16
const connections = 8
const rounds = Number(process.env['ROUNDS'] ?? 4)
const sliceMs = 4_000
const crowds = [60, 200]
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

/**
 * Measures the SQL calls of `bookInSql` with pgbench. Each pgbench client books for one guest, with
 * slot numbers above `first`.
 */
async function bookingsPerSecondOfPgbench(people: readonly Guest[], first: number) {
  await sql`create table if not exists bench_spaces (
    client integer, position integer, space_id uuid, user_id uuid, quote jsonb,
    primary key (client, position))`
  const rows = people.flatMap(({ id, spaces }, client) =>
    spaces.map((space_id, position) => ({ client, position, space_id, user_id: id, quote })),
  )
  await sql`insert into bench_spaces ${sql(rows as never)} on conflict do nothing`
  const script = join(product.dataDir, 'bookings.sql')
  writeFileSync(script, pgbenchScript)
  return runsPerSecond(script, product.keys.databaseUrl, {
    clients: people.length,
    milliseconds: sliceMs,
    variables: { number: first },
  })
}

const pgbenchScript = `
\\set number :number + 1
select public.begin_checkout(space_id, user_id, start, start + interval '1 hour', quote, 1, 'flexible')
  ->> 'id' as payment
from bench_spaces
cross join lateral (select :number / ${spacesPerGuest} as slot) as slots
cross join lateral (
  select date_trunc('day', now()) + (2 + slot / 12) * interval '1 day' + (9 + slot % 12) * interval '1 hour'
    as start
) as starts
where client = :client_id and position = :number % ${spacesPerGuest} \\gset
select public.attach_payment_intent(:payment, 'pi_' || :payment, now());
select public.confirm_booking(:payment, 'ch_' || :payment, 11000, 'USD');
`

/**
 * Returns the bookings per second of all guests in a time slice. Each guest makes one booking at a
 * time.
 */
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

const host = await client.account('host')

async function guestsWithSpaces(count: number): Promise<Guest[]> {
  const people: Guest[] = []
  for (let index = 0; index < count; index += 1) {
    const spaces = []
    for (let number = 0; number < spacesPerGuest; number += 1) spaces.push(await client.space(host))
    people.push({ ...(await client.account('guest')), spaces, slot: 0 })
  }
  return people
}

const people = await guestsWithSpaces(guests)
const peopleInSql = await guestsWithSpaces(connections)
/** Slot numbers reserved for each round; more than a guest can book in one time slice. */
const slotsPerRound = 1_000
const usesPgbench = hasPgbench()
console.log(`SQL through ${usesPgbench ? 'pgbench' : 'postgres.js'}`)

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
  const inSql = usesPgbench
    ? await bookingsPerSecondOfPgbench(peopleInSql, round * slotsPerRound)
    : await bookingsPerSecond(peopleInSql, bookInSql)
  ratios.push(http / inSql)
  console.log(
    `round ${round}: ${http.toFixed(0)} bookings/s over HTTP, ${inSql.toFixed(0)} in SQL, ratio ${(http / inSql).toFixed(2)}`,
  )
}
console.log(`ratio (median): ${median(ratios).toFixed(2)}`)

async function race(crowd: readonly Account[], number: number): Promise<void> {
  await mailsSent()
  const spaceId = await client.space(host)
  const startsAt = startOf(number)
  const from = performance.now()
  const answers = await Promise.all(
    crowd.map(async (rival) => {
      const { status } = await client.checkout(rival, spaceId, startsAt)
      return { status, ms: performance.now() - from }
    }),
  )
  const won = answers.filter(({ status }) => status === 200)
  const others = answers.filter(({ status }) => status === 409).map(({ ms }) => ms)
  if (won.length !== 1 || others.length !== crowd.length - 1)
    throw new Error('not exactly one winner')
  console.log(
    `${crowd.length} guests: winner after ${won[0]!.ms.toFixed(0)} ms, others median ${median(others).toFixed(0)} ms, last ${Math.max(...others).toFixed(0)} ms`,
  )
}

for (const size of crowds) {
  const crowd: Account[] = []
  while (crowd.length < size) crowd.push(await client.account('rival'))
  // Sends one request per guest first, so that the measured race does not include opening HTTP
  // connections.
  await Promise.all(crowd.map(({ token }) => client.post('confirm-booking', token, {})))
  for (let number = 1; number <= races; number += 1) await race(crowd, number)
}
await sql.end()
await product.stop()
