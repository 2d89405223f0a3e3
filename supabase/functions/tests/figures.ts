import assert from 'node:assert/strict'
import type { TestServer } from '@hourspace/launch/testing/server.ts'

type Row = { currency: string } & Record<string, number>

/**
 * Asserts that the balances in the admin statistics equal `ledger`, which contains minor units by
 * lower-case currency. Also asserts that the host shares in the statistics equal the sum of the
 * shares of all confirmed bookings.
 */
export async function checkFigures({ sql }: TestServer, ledger: Record<string, number>) {
  const { money, fees, shares } = await sql.begin(async (transaction) => {
    await transaction`
      select set_config('request.jwt.claims', '{"role":"service_role"}', true)`
    return {
      money: await transaction<Row[]>`
        select currency, to_minor(balance, currency)::float8 as balance,
          to_minor(charged - refunded - disputed - sent_to_hosts - stripe_fees + other, currency)::float8 as moved,
          to_minor(kept + to_hosts - from_hosts + to_guests - in_dispute, currency)::float8
            as accounted
        from platform_money order by currency`,
      fees: await transaction<Row[]>`
        select currency,
          to_minor(total_revenue - total_fees - total_host_commission, currency)::float8 as shares
        from platform_revenue order by currency`,
      shares: await transaction<Row[]>`
        select bookings.currency,
          sum(coalesce(payouts.amount_minor, to_minor(host_share_amount, bookings.currency)))
            ::float8 as shares
        from bookings left join payouts on payouts.booking_id = bookings.id
        where bookings.status = 'confirmed' group by 1 order by 1`,
    }
  })
  for (const { currency, balance, moved, accounted } of money) {
    const held = ledger[currency.toLowerCase()] ?? 0
    assert.deepEqual(
      { currency, balance, moved, accounted },
      {
        currency,
        balance: held,
        moved: held,
        accounted: held,
      },
    )
  }
  assert.deepEqual([...fees], [...shares])
}
