import type { Command } from 'commander'
import type { Sql } from 'postgres'
import { formatMinor, isCurrency } from '@hourspace/domain/money.ts'
import { StartupError } from '#launch/startup-error.ts'
import { setAction, table, withDatabase } from './command.ts'

type Event = {
  at: Date
  what: string
  /** Amount in minor units of the currency; null if the event moved no money. */
  minor: string | null
  details: string | null
}

export function addBookingCommands(program: Command): void {
  const booking = program.command('booking').description('look up a booking')
  setAction(
    booking
      .command('show <booking>')
      .description(
        'print the history of a booking; <booking> is its id, a payment id, or a Stripe id of its payment intent, charge, transfer or refund',
      ),
    ([reference]) => withDatabase(({ sql }) => showBooking(sql, reference!)),
  )
}

async function showBooking(sql: Sql, reference: string) {
  const id = await findBooking(sql, reference)
  const [booking] = await sql`
    select bookings.id, bookings.status, spaces.title as space, bookings.start_time,
      bookings.end_time, bookings.time_zone, bookings.currency::text as currency,
      bookings.total_price, bookings.refunded_amount, guests.email as guest, hosts.email as host
    from public.bookings join public.spaces on spaces.id = bookings.space_id
    left join auth.users guests on guests.id = bookings.user_id
    left join auth.users hosts on hosts.id = spaces.user_id
    where bookings.id = ${id}`
  const history = await historyOf(sql, id)
  const currency = String(booking!['currency'])
  const money = (minor: string | null) =>
    minor === null || !isCurrency(currency) ? '' : formatMinor(Number(minor), currency)
  const facts = Object.entries(booking!).map(([name, value]) => [
    name.replaceAll('_', ' '),
    value instanceof Date ? value.toISOString() : String(value ?? ''),
  ])
  const events = history.map(({ at, what, minor, details }) => [
    at.toISOString(),
    what,
    money(minor),
    details ?? '',
  ])
  return { data: { ...booking, history }, text: `${table(facts)}\n\n${table(events)}` }
}

async function findBooking(sql: Sql, reference: string): Promise<string> {
  const [found] = await sql<{ id: string }[]>`
    select id from public.bookings where id::text = ${reference}
    union
    select (public.payment_of(payments.id)).booking_id from public.payments
    where id::text = ${reference} or stripe_payment_intent_id = ${reference}
      or stripe_charge_id = ${reference}
    union
    select booking_id from public.ledger_transactions where stripe_id = ${reference}`
  if (!found?.id)
    throw new StartupError(
      `There is no booking ${reference}: use its id, or an id of its payment at Stripe.`,
    )
  return found.id
}

function historyOf(sql: Sql, id: string): PromiseLike<Event[]> {
  return sql<Event[]>`
    with paid as (select * from public.booking_payments(${id}))
    select at, what, minor::text, nullif(details, '') as details from (
      select created_at as at, 'payment started' as what, total_minor as minor,
        stripe_payment_intent_id as details from paid
      union all select paid_at, 'payment succeeded', total_minor, stripe_charge_id from paid
      union all select created_at, 'booked', null, null from public.bookings where id = ${id}
      union all select answered_at, 'request ' || answer, null, cancel_note
        from public.bookings where id = ${id}
      union all select cancelled_at, 'cancelled by ' || cancelled_by, null,
        concat_ws(': ', cancel_reason, nullif(cancel_note, ''))
        from public.bookings where id = ${id}
      union all select created_at, 'change proposed by ' || proposed_by, total_minor, null
        from public.booking_changes where booking_id = ${id}
      union all select answered_at, 'change ' || status, total_minor, null
        from public.booking_changes where booking_id = ${id}
      union all select refunds.created_at, 'refund owed', amount_minor, reason
        from public.refunds join paid on paid.id = payment_id
      union all select refunds.failed_at, 'refund failed', amount_minor, last_error
        from public.refunds join paid on paid.id = payment_id
      union all select created_at, 'ledger: ' || replace(kind, '_', ' '), amount_minor,
        concat_ws(' ', stripe_id, note) from public.ledger_movements where booking_id = ${id}
      union all select disputes.opened_at, 'dispute ' || disputes.status, amount_minor, reason
        from public.disputes join paid on paid.id = payment_id
      union all select due_at, 'payout due', amount_minor, last_error
        from public.payouts where booking_id = ${id}
      union all select paid_at, 'payout sent', amount_minor, stripe_transfer_id
        from public.payouts where booking_id = ${id}
      union all select created_at, 'problem: ' || replace(action, '_', ' '), amount_minor,
        concat_ws(': ', reason, nullif(note, ''))
        from public.booking_problem_events where booking_id = ${id}
      union all select coalesce(sent_at, abandoned_at, send_after),
        'email ' || case when sent_at is not null then 'sent' when abandoned_at is not null
          then 'abandoned' else 'queued' end, null, concat_ws(' ', template, 'to', recipient, last_error)
        from public.outgoing_mails where booking_id = ${id}
      union all select created_at, 'admin: ' || action, null, reason
        from public.admin_actions where target_type = 'booking' and target_id = ${id}
    ) as events
    where at is not null
    order by at, what`
}
