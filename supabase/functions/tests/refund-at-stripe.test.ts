import { expect, test } from 'vitest'
import { openMarketWithBooks } from './books.ts'

const { market, books } = await openMarketWithBooks()

test('a part takes the same part of the host’s share, and the booking stands', async () => {
  const booked = await books.book()
  await books.refund(booked, 5500)
  await books.agree()
  expect(await books.booking(booked)).toEqual({
    status: 'confirmed',
    refund_status: 'succeeded',
    refunded: 55,
    returned: 55,
    taken: true,
  })
  expect(await books.payout(booked)).toMatchObject({ status: 'scheduled', share: 13_500 })
  expect(await books.mailsTo(booked.guest)).toEqual(['booking-confirmed', 'refund-made'])
  expect(await books.mailsTo(booked.host)).toEqual(['new-booking', 'share-changed'])
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([13_500])
  await books.agree()
})

test('yen have no smaller unit: shares are whole, and nothing is lost between them', async () => {
  const booked = await books.book({ price: 3337, currency: 'JPY' })
  await books.refund(booked, 1001)
  await books.refund(booked, 333)
  await books.agree()
  // 6,674 of rental, 7,341 in total, a share of 6,007; 6,007 of 7,341 stay.
  expect(await books.payout(booked)).toMatchObject({ share: 4915 })
})

test('everything: the host gets nothing, the time stays the guest’s until they give it back', async () => {
  const booked = await books.book()
  await books.refund(booked)
  await books.agree()
  expect(await books.booking(booked)).toMatchObject({ status: 'confirmed', taken: true })
  expect(await books.payout(booked)).toMatchObject({ status: 'cancelled', share: 0 })
  const { body } = await books.cancel(booked)
  expect(body).toMatchObject({ status: 'cancelled', refund: { amount: 0 } })
  expect(await books.booking(booked)).toMatchObject({ status: 'cancelled', taken: false })
  await books.agree()
})

test('after the payout the host owes it, and the next payouts make up for it', async () => {
  const first = await books.book()
  await books.payHosts()
  await books.refund(first, 11_000)
  await books.agree()
  expect(await books.payout(first)).toMatchObject({ status: 'paid', share: 9000, owed: 9000 })

  const { host } = first
  const second = await books.book({ host, price: 40 })
  const third = await books.book({ host, price: 40 })
  await books.payHosts()
  expect(await books.payout(first)).toMatchObject({ owed: 0, repaid: 9000 })
  expect(await books.sentFor(second, third)).toEqual([5400])
  expect([(await books.payout(second))!['status'], (await books.payout(third))!['status']]).toEqual(
    ['paid', 'paid'],
  )
  expect((await books.mailsTo(host)).filter((name) => name === 'payout-sent')).toHaveLength(3)
  await books.agree()
})

test('a guest who cancels afterwards gets the rest and no more, even before the news has come', async () => {
  const told = await books.book()
  await books.refund(told, 2000)
  await market.webhooksDelivered()
  await books.cancel(told)
  await market.server.stripe.control('webhooks', { mode: 'hold' })
  const untold = await books.book()
  await books.refund(untold, 2000)
  await books.cancel(untold)
  await market.server.stripe.control('webhooks', { mode: 'on' })
  await books.agree()
  for (const booked of [told, untold]) {
    expect((await books.refundsOf(booked)).map(({ amount }) => amount)).toEqual([20_000, 2000])
    expect(await books.booking(booked)).toMatchObject({ refunded: 220, refund_status: 'succeeded' })
    expect(await books.payout(booked)).toMatchObject({ status: 'cancelled', share: 0 })
  }
})

test('by a strict policy half is owed, and what is left is shared as agreed', async () => {
  const booked = await books.book({ policy: 'strict' })
  await market.server.sql`
    update public.bookings set start_time = start_time + interval '9 days',
      end_time = end_time + interval '9 days'
    where id = ${booked.id}`
  await books.cancel(booked)
  expect(await books.payout(booked)).toMatchObject({ share: 9000 })
  await books.refund(booked, 5500)
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({ share: 4500, status: 'scheduled' })
})

test('one that comes back gives the host the share again, also after a smaller payout', async () => {
  const booked = await books.book()
  await books.refund(booked, 11_000)
  await market.webhooksDelivered()
  await books.payHosts()
  await books.endRefund(booked, { action: 'fail' })
  await books.agree()
  expect(await books.payout(booked)).toMatchObject({ status: 'scheduled', share: 18_000, owed: 0 })
  expect(await books.booking(booked)).toMatchObject({ refund_status: 'failed', refunded: 0 })
  await books.payHosts()
  await books.payHosts()
  expect(await books.sentFor(booked)).toEqual([9000, 9000])
  await books.agree()
})
