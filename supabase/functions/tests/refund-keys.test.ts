import { expect, test } from 'vitest'
import { interceptStripe } from './intercept-stripe.ts'
import { openMarketWithBooks, type Booked } from './books.ts'
import { expectedAmounts } from './expected-amounts.ts'

const { totalMinor } = expectedAmounts(20_000)

const { market, books } = await openMarketWithBooks()

/**
 * Replaces Stripe's responses to refund requests that have the first idempotency key. `answer` is
 * called with the number of the request, starting at 1.
 */
function spoilFirstKey(
  answer: (time: number, usual: () => Promise<Response>) => Promise<Response>,
) {
  let first: string | null = null
  let times = 0
  return interceptStripe('/v1/refunds', (_address, usual, init) => {
    const key = new Headers(init?.headers).get('idempotency-key')
    if (init?.method !== 'POST' || !key?.startsWith('refund:')) return usual()
    first ??= key
    if (key !== first) return usual()
    times += 1
    return answer(times, usual)
  })
}

/**
 * Returns a 500 response like Stripe's. From the second request on, the response is marked as
 * replayed.
 */
const failed = (time: number) =>
  Response.json(
    { error: { type: 'api_error', message: 'Sorry' } },
    { status: 500, headers: time > 1 ? { 'idempotent-replayed': 'true' } : {} },
  )

const amountsOf = async (booked: Booked) =>
  (await books.refundsOf(booked)).map(({ amount }) => amount)

async function waitsForAnotherKey(booked: Booked): Promise<void> {
  expect(await books.refundRow(booked)).toMatchObject({ attempt: 1 })
  const [row] = await market.server.sql`
    select refunds.status, key_number, retry_at > now() as waits from public.refunds
    join public.payments on payments.id = payment_id
    where stripe_charge_id = ${booked.charge} and reason = 'cancelled_by_guest'`
  expect(row).toEqual({ status: 'pending', key_number: 2, waits: true })
}

test('a refund is retried with a new idempotency key if Stripe replays a server error for the old key', async () => {
  const booked = await books.book()
  const spoilt = spoilFirstKey(async (time) => failed(time))
  await books.cancel(booked)
  await waitsForAnotherKey(booked)
  await market.postAsServer('reconcile-payments', {})
  expect(await amountsOf(booked)).toEqual([])
  await books.retryRefunds(booked)
  spoilt.mockRestore()
  expect(await amountsOf(booked)).toEqual([totalMinor])
  expect(await books.booking(booked)).toMatchObject({
    refunded: totalMinor / 100,
    refund_status: 'succeeded',
  })
  await books.agree()
})

test('a refund that Stripe made despite a server error is found and not made again', async () => {
  const booked = await books.book()
  await market.server.stripe.control('webhooks', { mode: 'hold' })
  const spoilt = spoilFirstKey(async (time, usual) => {
    if (time === 1) await usual()
    return failed(time)
  })
  await books.cancel(booked)
  await waitsForAnotherKey(booked)
  await market.server.sql`update public.refunds set retry_at = now() where status = 'pending'`
  await market.postAsServer('reconcile-payments', {})
  spoilt.mockRestore()
  expect(await amountsOf(booked)).toEqual([totalMinor])
  expect(await books.booking(booked)).toMatchObject({
    refunded: totalMinor / 100,
    refund_status: 'succeeded',
  })
  await market.server.stripe.control('webhooks', { mode: 'on' })
  await books.agree()
})

test('if a partial refund in the Stripe dashboard follows a refund request without response, the retry refunds only the remainder', async () => {
  const booked = await books.book()
  const unanswered = spoilFirstKey(async () => {
    throw new TypeError('The connection is gone')
  })
  await books.cancel(booked)
  unanswered.mockRestore()
  await books.refund(booked, 2000)
  const spoilt = spoilFirstKey(async () =>
    Response.json({ error: { type: 'idempotency_error', message: 'Same key' } }, { status: 400 }),
  )
  await books.retryRefunds(booked)
  await waitsForAnotherKey(booked)
  await books.retryRefunds(booked)
  spoilt.mockRestore()
  expect(await amountsOf(booked)).toEqual([totalMinor - 2000, 2000])
  expect(await books.booking(booked)).toMatchObject({
    refunded: totalMinor / 100,
    refund_status: 'succeeded',
  })
  await books.agree()
})
