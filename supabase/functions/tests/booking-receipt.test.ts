import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMoney } from '@hourspace/domain/money.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { inDays, openMarket, type Person } from './market.ts'
import { textOfPdf } from './pdf-text.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let guest: Person

beforeAll(async () => {
  market = await openMarket({ jobs: false })
  host = await market.person('host')
  guest = await market.person('guest')
})

afterAll(() => market.server.stop())

const receiptOf = (person: Person, bookingId: string) =>
  person.call<Uint8Array>('booking-receipt', { bookingId })

test('booking-receipt returns a PDF with the amounts that the guest paid and, after a cancellation, the refund', async () => {
  const space = await market.space(host, { price: 33.35, currency: 'EUR' })
  const bookingId = await market.book(guest, space, inDays(9), 3)
  const { status, body } = await receiptOf(guest, bookingId)
  expect(status).toBe(200)
  const text = textOfPdf(body)
  const { feeMinor, totalMinor } = expectedAmounts(10_005)
  for (const minor of [10_005, feeMinor, totalMinor])
    expect(text).toContain(formatMoney(minor / 100, 'EUR'))

  await guest.call('cancel-booking', { bookingId })
  const cancelled = await receiptOf(guest, bookingId)
  expect(textOfPdf(cancelled.body)).toContain(`-${formatMoney(totalMinor / 100, 'EUR')}`)
})

test('booking-receipt returns 404 to the host and to another guest, and for a free booking', async () => {
  const bookingId = await market.book(guest, await market.space(host), inDays(10))
  const other = await market.person('other')
  for (const person of [host, other])
    expect(await receiptOf(person, bookingId)).toMatchObject({
      status: 404,
      body: { code: 'booking_not_found' },
    })

  const space = await market.space(host, { price: 0 })
  const { body } = await market.checkout(guest, space, inDays(11))
  expect(body.bookingId).toEqual(expect.any(String))
  expect(await receiptOf(guest, String(body.bookingId))).toMatchObject({ status: 404 })
})

test("earnings-statement returns a year's bookings to their host, and an empty statement to their guest", async () => {
  const space = await market.space(host, { price: 50 })
  const startsAt = inDays(12)
  await market.book(guest, space, startsAt, 2)
  const body = { year: startsAt.getUTCFullYear(), format: 'pdf' }
  const own = await host.call<Uint8Array>('earnings-statement', body)
  expect(textOfPdf(own.body)).toContain(`${startsAt.toISOString().slice(0, 10)}  Loft`)
  expect(textOfPdf(own.body)).toContain('$90.00')
  const others = await guest.call<Uint8Array>('earnings-statement', body)
  expect(textOfPdf(others.body)).toContain('No bookings ended in this period.')
})
