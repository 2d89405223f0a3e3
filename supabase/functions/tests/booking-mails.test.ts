import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import { formatMinor, formatMoney, type Currency } from '@hourspace/domain/money.ts'
import { openChanges } from './changes.ts'
import { expectedAmounts } from './expected-amounts.ts'
import { openMailbox } from './mailbox.ts'
import { inDays, openMarket, type Person } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let mailbox: ReturnType<typeof openMailbox>
let host: Person

beforeAll(async () => {
  market = await openMarket()
  mailbox = openMailbox(market.server)
  host = await market.person('hana')
})

afterAll(() => mailbox.stopServer())

async function mailsOf(person: Person) {
  await market.server.runJobs()
  return mailbox.mailsTo(await mailbox.addressOf(person))
}

async function amountsOf(bookingId: string) {
  const [row] = await market.server.sql`
    select total_price, rental_amount, platform_fee_amount, host_commission_amount,
      host_share_amount, refunded_amount, currency,
      (select amount_minor from public.payouts where booking_id = bookings.id) as payout_minor
    from public.bookings where id = ${bookingId}`
  const currency = row?.['currency'] as Currency
  const money = (column: string) => formatMoney(String(row?.[column]), currency)
  return {
    total: money('total_price'),
    rental: money('rental_amount'),
    fee: money('platform_fee_amount'),
    commission: money('host_commission_amount'),
    share: money('host_share_amount'),
    refund: money('refunded_amount'),
    payout: formatMinor(Number(row?.['payout_minor']), currency),
  }
}

test('a booking sends the guest and the host an email with the stored amounts, and sends the guest no other email', async () => {
  const guest = await market.person('gil')
  const space = await market.space(host, {
    price: 33.35,
    currency: 'EUR',
    policy: 'moderate',
    timeZone: 'Asia/Tokyo',
  })
  // The booking starts at 3:00 UTC, which is noon in Tokyo.
  const bookingId = await market.book(guest, space, inDays(9, 3), 3)
  await market.webhooksDelivered()
  const amounts = await amountsOf(bookingId)

  const [toGuest, ...others] = await mailsOf(guest)
  expect(others).toEqual([])
  expect(toGuest?.subject).toMatch(/^Booked: Loft, .* 12:00 PM – 3:00 PM$/)
  for (const part of [toGuest?.text, toGuest?.html]) {
    expect(part).toContain('Tokyo, Japan')
    expect(part).toContain('12:00 PM – 3:00 PM')
    expect(part).toContain('Japan Standard Time (GMT+9)')
    expect(part).toContain(amounts.rental)
    expect(part).toContain(amounts.fee)
    expect(part).toContain(amounts.total)
    expect(part).toContain('Full refund until 5 days before the start')
    expect(part).toContain(`${market.server.url}/bookings/${bookingId}`)
  }
  const deadline = new Date(inDays(9, 3).getTime() - 5 * dayMs)
  const deadlineDay = deadline.toLocaleDateString('en-US', {
    timeZone: 'Asia/Tokyo',
    month: 'long',
    day: 'numeric',
  })
  expect(toGuest?.text).toContain(`${deadlineDay}, ${deadline.getUTCFullYear()} at 12:00 PM`)

  const [toHost] = await mailsOf(host)
  expect(toHost?.subject).toMatch(/^New booking: Loft, /)
  expect(toHost?.text).toContain('gil booked')
  expect(toHost?.text).toContain(`Host commission: −${amounts.commission}`)
  expect(toHost?.text).toContain(`Your share: ${amounts.share}`)
})

test('the booking email contains the street address, and the arrival notes only within 24 hours of the start', async () => {
  const space = await market.space(host)
  const { sql } = market.server
  await sql`
    insert into public.space_addresses (space_id, street_address)
    values (${space.id}, '1-2-3 Kanda')`
  await sql`
    insert into public.space_arrival_notes (space_id, notes) values (${space.id}, 'Ring twice')`
  const mailFor = async (startsAt: Date) => {
    const guest = await market.person('gil')
    await market.book(guest, space, startsAt)
    const [mail] = await mailsOf(guest)
    return mail
  }

  const early = await mailFor(inDays(5))
  expect(early?.text).toContain('Address: 1-2-3 Kanda, Tokyo, Japan\n')
  expect(early?.text).toContain('You get them 24 hours before the start')
  expect(early?.html).not.toContain('Ring twice')
  expect(early?.attachments).toMatchObject([{ filename: 'booking.ics', mimeType: 'text/calendar' }])

  await sql`insert into public.space_opening_hours (space_id, weekday, first_start, last_start, out_by)
    select ${space.id}, weekday, 0, 23, 24 from generate_series(0, 6) as weekday`
  const soon = new Date(Math.ceil(Date.now() / hourMs + 1) * hourMs)
  const late = await mailFor(soon)
  expect(late?.text).toContain('> Ring twice')
  expect(late?.html).toContain('Ring twice')
})

test('the email about a booking change updates the calendar entry of the booking email, and the email about a cancellation removes the entry', async () => {
  const { sql } = market.server
  const owner = await market.person('owner')
  await market.onboard(owner)
  const changes = openChanges(market, owner)
  const booked = await changes.book()
  await sql`
    insert into public.space_addresses (space_id, street_address)
    values (${booked.space.id}, '1-2-3 Kanda')`
  const { body } = await changes.propose(booked.guest, booked, { startsAt: inDays(6), hours: 1 })
  await changes.answer(owner, body.changeId, 'accepted')
  await booked.guest.call('cancel-booking', { bookingId: booked.id })

  const queued = await sql`
    select template, data ->> 'street_address' as street,
      data -> 'calendar' ->> 'id' as id, (data -> 'calendar' ->> 'sequence')::integer as sequence,
      (data -> 'calendar' ->> 'starts_at')::timestamptz as starts_at,
      (data -> 'calendar' ->> 'is_cancelled')::boolean as is_cancelled
    from public.outgoing_mails
    where user_id = ${booked.guest.id} order by created_at`
  const { id, startsAt } = booked
  const moved = { id, starts_at: inDays(6) }
  expect(queued).toMatchObject([
    { template: 'booking-confirmed', id, sequence: 0, starts_at: startsAt, is_cancelled: false },
    { template: 'change-answered', ...moved, sequence: 1, street: '1-2-3 Kanda' },
    { template: 'booking-cancelled', ...moved, sequence: 2, is_cancelled: true },
  ])

  for (const { attachments } of await mailsOf(booked.guest))
    expect(attachments).toMatchObject([{ filename: 'booking.ics', mimeType: 'text/calendar' }])
})

test('a cancellation sends the guest an email with the refund, and the host an email with the remaining share', async () => {
  const guest = await market.person('gil')
  const owner = await market.person('omar')
  const space = await market.space(owner, { price: 5001, currency: 'JPY', policy: 'strict' })
  const bookingId = await market.book(guest, space, inDays(9), 3)
  await guest.call('cancel-booking', { bookingId })
  await guest.call('cancel-booking', { bookingId })
  const amounts = await amountsOf(bookingId)

  const toGuest = await mailsOf(guest)
  expect(toGuest.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringMatching(/^Booked: Loft, /),
    expect.stringMatching(/^Booking cancelled: Loft, /),
  ])
  const cancelled = toGuest.find(({ subject }) => subject.startsWith('Booking cancelled'))
  expect(cancelled?.text).toContain(`Refund: ${amounts.refund}`)
  expect(cancelled?.text).toContain(`Total paid: ${amounts.total}`)

  const toHost = await mailsOf(owner)
  const lost = toHost.find(({ subject }) =>
    subject.startsWith('Booking cancelled by the guest: Loft, '),
  )
  expect(lost?.text).toContain(`Refund to the guest: ${amounts.refund}`)
  expect(lost?.text).toContain(`Your share: ${amounts.payout}`)
  expect(toHost).toHaveLength(2)
})

test('if a booking is cancelled after a partial refund in the Stripe dashboard, the emails name only the refund of the cancellation', async () => {
  const guest = await market.person('gil')
  const owner = await market.person('olga')
  const bookingId = await market.book(guest, await market.space(owner), inDays(9), 2)
  const [payment] = await market.server.sql<[{ intent: string; total: string }]>`
    select stripe_payment_intent_id as intent, total_minor as total from public.payments
    where booking_id = ${bookingId}`
  await market.stripe.refunds.create({ payment_intent: payment.intent, amount: 2_000 })
  await market.webhooksDelivered()
  await guest.call('cancel-booking', { bookingId })

  const refund = formatMinor(Number(payment.total) - 2_000, 'USD')
  const textTo = async (person: Person) =>
    (await mailsOf(person)).find(({ subject }) => subject.startsWith('Booking cancelled'))?.text
  expect(await textTo(guest)).toContain(`We are refunding ${refund} to your card.`)
  expect(await textTo(guest)).toContain(`Refund: ${refund}`)
  expect(await textTo(owner)).toContain(`Refund to the guest: ${refund}`)
})

test('a guest who paid after the slot was taken gets an email about the refund but no booking confirmation', async () => {
  const guest = await market.person('late')
  const owner = await market.person('owner')
  const space = await market.space(owner)
  const { body } = await market.checkout(guest, space, inDays(6))
  const { sql } = market.server
  await sql`update public.space_availability set active = false where space_id = ${space.id}`
  await sql`select public.take_slot(${space.id}, ${inDays(6)}, ${inDays(6, 11)}, 'blackout')`
  await market.pay(body.clientSecret)
  const { body: answer } = await guest.call('confirm-booking', {
    paymentIntentId: body.paymentIntentId,
  })
  expect(answer).toMatchObject({ status: 'refunded' })
  await market.webhooksDelivered()

  const [mail, ...others] = await mailsOf(guest)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Not booked, refunded in full: Loft')
  expect(mail?.text).toContain(
    `Refund: ${formatMoney(expectedAmounts(10_000).totalMinor / 100, 'USD')}`,
  )
  expect(await mailsOf(owner)).toEqual([])
})

test('the title of a space cannot inject HTML or headers into a booking email', async () => {
  const guest = await market.person('mallory')
  const owner = await market.person('owner')
  const space = await market.space(owner)
  const { sql } = market.server
  const title = 'Loft <img src=x onerror=alert(1)>\r\nBcc: everybody@example.com'
  await sql`update public.spaces set title = ${title} where id = ${space.id}`
  await market.book(guest, space, inDays(7))
  const [mail] = await mailsOf(guest)
  expect(mail?.html).not.toContain('<img')
  expect(mail?.html).toContain('&lt;img src=x')
  expect(mail?.headers.map(({ name }) => name.toLowerCase())).not.toContain('bcc')
  expect(mail?.to).toEqual([await mailbox.addressOf(guest)])
})

test('a guest whose account has no email address can book', async () => {
  const guest = await market.person('phone')
  await market.server.sql`update auth.users set email = null where id = ${guest.id}`
  const bookingId = await market.book(guest, await market.space(host), inDays(8))
  expect(bookingId).toEqual(expect.any(String))
})
