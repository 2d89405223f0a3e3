import { expect, test } from 'vitest'
import { openMarketWithBooks } from './books.ts'
import { expectedAmounts } from './expected-amounts.ts'

const { totalMinor, shareMinor } = expectedAmounts(20_000)

const { market, books } = await openMarketWithBooks()

test('a partial refund made at Stripe reduces the host share in proportion and keeps the booking', async () => {
  const booked = await books.book()
  await books.refund(booked, totalMinor / 4)
  await books.agree()
  expect(await books.booking(booked)).toEqual({
    status: 'confirmed',
    refund_status: 'succeeded',
    refunded: totalMinor / 400,
    returned: totalMinor / 400,
    taken: true,
  })
  expect(await books.payout(booked)).toMatchObject({
    status: 'scheduled',
    share: (shareMinor * 3) / 4,
  })
  expect(await books.mailsTo(booked.guest)).toEqual(['booking-confirmed', 'refund-made'])
  expect(await books.mailsTo(booked.host)).toEqual(['new-booking', 'share-changed'])
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([(shareMinor * 3) / 4])
  await books.agree()
})

test('after two partial refunds in yen, the host share is rounded only once, to whole yen', async () => {
  const booked = await books.book({ price: 3337, currency: 'JPY' })
  await books.refund(booked, 1001)
  await books.refund(booked, 333)
  await books.agree()
  const yen = expectedAmounts(2 * 3337)
  const share = Math.round((yen.shareMinor * (yen.totalMinor - 1001 - 333)) / yen.totalMinor)
  expect(await books.payout(booked)).toMatchObject({ share })
})

test('a full refund made at Stripe before the start cancels the booking, frees its slot and emails guest and host', async () => {
  const booked = await books.book()
  await books.refund(booked, totalMinor / 4)
  await market.webhooksDelivered()
  expect(await books.booking(booked)).toMatchObject({ status: 'confirmed', taken: true })
  await books.refund(booked)
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({
    status: 'cancelled',
    refund_status: 'succeeded',
    refunded: totalMinor / 100,
    taken: false,
  })
  expect(await books.payout(booked)).toMatchObject({ status: 'cancelled', share: 0 })
  expect(await books.mailsTo(booked.guest)).toContain('cancelled-for-guest')
  expect(await books.mailsTo(booked.host)).toEqual([
    'cancelled-for-host',
    'new-booking',
    'share-changed',
  ])
  const { body } = await books.cancel(booked)
  expect(body).toMatchObject({ status: 'cancelled', refund: { amount: 0 } })
  await books.agree()
})

test('a full refund made at Stripe after the start of a booking keeps the booking and its slot', async () => {
  const booked = await books.book()
  await market.server.sql`
    update public.bookings
    set start_time = now() - interval '1 hour', end_time = now() + interval '1 hour'
    where id = ${booked.id}`
  await books.refund(booked)
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ status: 'confirmed', taken: true })
  expect(await books.payout(booked)).toMatchObject({ status: 'cancelled', share: 0 })
})

test('if a full refund made at Stripe fails after it cancelled the booking, the refund is retried', async () => {
  const booked = await books.book()
  await books.refund(booked)
  await market.webhooksDelivered()
  await books.endRefund(booked, { action: 'fail' })
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({
    status: 'cancelled',
    refund_status: 'retrying',
  })
  await books.retryRefunds(booked)
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({
    refund_status: 'succeeded',
    refunded: totalMinor / 100,
  })
  expect(await books.refundsOf(booked)).toMatchObject([
    { status: 'succeeded', amount: totalMinor },
    { status: 'failed' },
  ])
  expect(await books.payout(booked)).toMatchObject({ share: 0 })
})

test('a refund made after the payout becomes a host debt that is deducted from the next payouts', async () => {
  const first = await books.book()
  await books.payHosts()
  await books.refund(first, totalMinor / 2)
  await books.agree()
  expect(await books.payout(first)).toMatchObject({
    status: 'paid',
    share: shareMinor / 2,
    owed: shareMinor / 2,
  })

  const { host } = first
  const second = await books.book({ host, price: 40 })
  const third = await books.book({ host, price: 40 })
  await books.payHosts()
  expect(await books.payout(first)).toMatchObject({ owed: 0, repaid: shareMinor / 2 })
  expect(await books.sentFor(second, third)).toEqual([
    2 * expectedAmounts(8000).shareMinor - shareMinor / 2,
  ])
  expect([(await books.payout(second))!['status'], (await books.payout(third))!['status']]).toEqual(
    ['paid', 'paid'],
  )
  expect((await books.mailsTo(host)).filter((name) => name === 'payout-sent')).toHaveLength(3)
  await books.agree()
})

test("cancelling after a refund made at Stripe refunds only the remainder, even before the refund's webhook arrives", async () => {
  const delivered = await books.book()
  await books.refund(delivered, 2000)
  await market.webhooksDelivered()
  await books.cancel(delivered)
  await market.server.stripe.control('webhooks', { mode: 'hold' })
  const undelivered = await books.book()
  await books.refund(undelivered, 2000)
  await books.cancel(undelivered)
  await market.server.stripe.control('webhooks', { mode: 'on' })
  await books.agree()
  for (const booked of [delivered, undelivered]) {
    expect((await books.refundsOf(booked)).map(({ amount }) => amount)).toEqual([
      totalMinor - 2000,
      2000,
    ])
    expect(await books.booking(booked)).toMatchObject({
      refunded: totalMinor / 100,
      refund_status: 'succeeded',
    })
    expect(await books.payout(booked)).toMatchObject({ status: 'cancelled', share: 0 })
  }
})

test('a refund made at Stripe in addition to the refund of the cancellation policy reduces the host share in proportion', async () => {
  const booked = await books.book({ policy: 'strict' })
  await market.server.sql`
    update public.bookings set start_time = start_time + interval '9 days',
      end_time = end_time + interval '9 days', created_at = created_at - interval '31 minutes'
    where id = ${booked.id}`
  await books.cancel(booked)
  expect(await books.payout(booked)).toMatchObject({ share: shareMinor / 2 })
  await books.refund(booked, totalMinor / 4)
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({ share: shareMinor / 4, status: 'scheduled' })
})

test('the failure of a refund made at Stripe restores the host share, even after a reduced payout', async () => {
  const booked = await books.book()
  await books.refund(booked, totalMinor / 2)
  await market.webhooksDelivered()
  await books.payHosts()
  await books.endRefund(booked, { action: 'fail' })
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({
    status: 'scheduled',
    share: shareMinor,
    owed: 0,
  })
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'failed', refunded: 0 })
  await books.payHosts()
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([shareMinor / 2, shareMinor / 2])
  await books.agree()
})
