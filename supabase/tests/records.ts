import type { Sql, TransactionSql } from 'postgres'

type Values = Record<string, unknown>

export async function addUser(sql: Sql, email: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into auth.users (email) values (${email}) returning id`
  return row?.id ?? ''
}

/** Returns valid column values for a space; `values` override them. */
export const spaceOf = (host: string, values: Values = {}) => ({
  user_id: host,
  title: 'Loft',
  description: 'Light',
  type: 'studio',
  price: 100,
  location: 'Tokyo',
  country: 'Japan',
  capacity: 4,
  amenities: ['Wi-Fi'],
  ...values,
})

export async function addSpace(sql: Sql, host: string, values?: Values): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into spaces ${sql(spaceOf(host, values))} returning id`
  return row?.id ?? ''
}

/**
 * Inserts a one-hour booking in January 2030. Platform fee and host commission are each a tenth of
 * the rental.
 */
export async function addBooking(
  sql: Sql,
  {
    guest,
    space,
    day,
    rental = 100,
  }: { guest: string; space: string; day: number; rental?: number },
  values: Values = {},
): Promise<string> {
  // Each booking stores its own percentages, so they may differ from those of domain/fees.ts.
  const tenth = rental / 10
  const booking = {
    user_id: guest,
    space_id: space,
    start_time: new Date(Date.UTC(2030, 0, day, 10)),
    end_time: new Date(Date.UTC(2030, 0, day, 11)),
    currency: 'USD',
    rental_amount: rental,
    platform_fee_percentage: 10,
    platform_fee_amount: tenth,
    total_price: rental + tenth,
    host_commission_percentage: 10,
    host_commission_amount: tenth,
    host_share_amount: rental - tenth,
    cancellation_policy: 'flexible',
    time_zone: 'UTC',
    ...values,
  }
  const [row] = await sql<{ id: string }[]>`insert into bookings ${sql(booking)} returning id`
  return row?.id ?? ''
}

export async function cancelBooking(sql: Sql, id: string): Promise<void> {
  await sql`update bookings set status = 'cancelled', cancelled_at = now() where id = ${id}`
}

export function asUser<Answer>(
  sql: Sql,
  id: string,
  work: (transaction: TransactionSql) => Promise<Answer>,
  moreClaims: Values = {},
): Promise<Answer> {
  return sql.begin(async (transaction) => {
    const claims = JSON.stringify({ role: 'authenticated', sub: id, ...moreClaims })
    await transaction`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${claims}, true)`
    return work(transaction)
  }) as Promise<Answer>
}

/** Returns what the audit log says about a target, oldest entry first, with amounts as text. */
export async function auditOf(sql: Sql, admin: string, targetId: string) {
  const rows = await asUser(
    sql,
    admin,
    (transaction) => transaction<Values[]>`
      select action, target, booking_id, amount_minor || ' ' || currency as amount
      from audit_log(null, ${targetId}) order by id`,
  )
  return [...rows]
}
