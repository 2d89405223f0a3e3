import type { World } from './world.ts'

/** Returns an error message for each violated invariant. All must hold after every step. */
export async function violations(world: World): Promise<string[]> {
  const { sql } = world.market.server
  const rows = await sql<{ text: string }[]>`
    with held as (
      select id, space_id, extends_booking_id as extended, start_time, end_time,
        end_time + buffer_minutes * interval '1 minute' as free_at
      from public.bookings where status in ('requested', 'confirmed')
    )
    select format('bookings %s and %s overlap', a.id, b.id) as text
    from held a join held b on a.space_id = b.space_id and a.start_time <= b.start_time
      and a.id <> b.id
      and b.start_time < case when b.extended = a.id then a.end_time else a.free_at end
    union all
    select format('booking %s is %s, but its slot is %s', bookings.id, status,
      coalesce((select string_agg(format('%s %s-%s', kind,
          (extract(epoch from rows.start_time - bookings.start_time) / 3600)::int,
          (extract(epoch from rows.end_time - bookings.start_time) / 3600)::int), ', ')
        from public.space_availability rows
        where booking_id = bookings.id and active), 'free'))
    from public.bookings
    where exists (
      select from public.space_availability rows where booking_id = bookings.id and active
        and kind = case status when 'requested' then 'request' else 'booking' end
        and (rows.start_time, rows.end_time) = (bookings.start_time, bookings.end_time)
    ) <> (status in ('requested', 'confirmed'))
    union all
    select format('transaction %s of the ledger does not balance', transaction_id)
    from public.ledger_entries group by transaction_id, currency having sum(amount_minor) <> 0
    union all
    select format('payment %s has neither a booking nor a refund', payments.id)
    from public.payments
    left join public.bookings on bookings.id = payments.booking_id
    where payments.status = 'paid' and total_minor > 0
      and (bookings.id is null or bookings.status not in ('confirmed', 'cancelled'))
      and not exists (
        select from public.booking_changes where id = change_id and status = 'done')
      and not exists (select from public.disputes where payment_id = payments.id)
      and total_minor > coalesce((
        select sum(amount_minor) from public.refunds
        where payment_id = payments.id and status <> 'void'), 0)
    union all
    select format('payments %s are of one booking', array_agg(id)) from public.payments
    where booking_id is not null group by booking_id having count(*) > 1
    union all
    select format('host %s was sent %s of %s', host_id, sum(sent), sum(share))
    from (
      select host_id, public.to_minor(host_share_amount, bookings.currency) as share,
        (select -sum(amount_minor) from public.ledger_movements moved
          where moved.booking_id = bookings.id and kind in ('transfer', 'transfer_reversed')) as sent
      from public.payouts join public.bookings on bookings.id = payouts.booking_id) as shares
    group by host_id having sum(sent) > sum(share)
    union all
    select format('the acknowledged booking %s does not exist', id)
    from unnest(${[...world.acknowledged]}::uuid[]) as acknowledged(id)
    where not exists (select from public.bookings where bookings.id = acknowledged.id)`
  return rows.map(({ text }) => text)
}

/** Returns an error message for each new transfer made within 24 hours of the booking's end. */
export async function earlyTransfers(world: World): Promise<string[]> {
  const { sql } = world.market.server
  const { data } = await world.market.stripe.transfers.list({ limit: 20 })
  const fresh = data.filter(({ id }) => !world.transfersSeen.has(id))
  const early: string[] = []
  for (const { id, metadata } of fresh) {
    world.transfersSeen.add(id)
    const due = await sql`
      select from public.bookings
      where id = ${metadata['booking_id'] ?? ''} and end_time + interval '24 hours' <= now()`
    if (due.length === 0) early.push(`transfer ${id} was made too early`)
  }
  return early
}

/**
 * Delivers all webhooks and runs the model's jobs. Returns violated invariants, failed jobs,
 * differences between the ledger and Stripe, and records (such as payments and refunds) that are
 * still unfinished after their deadline.
 */
export async function settle(world: World): Promise<string[]> {
  const { market } = world
  const { sql, stripe } = market.server
  const found: string[] = []
  const job = async (name: string) => {
    const { status, body } = await market.postAsServer(name, { force: true })
    if (status !== 200) found.push(`${name} answered ${status} ${JSON.stringify(body)}`)
  }
  // Processes delayed webhooks and lost events before the other jobs run.
  await stripe.control('webhooks/flush', {})
  await job('reconcile-ledger')
  for (let round = 0; round < 2; round += 1) {
    for (const name of ['reconcile-payments', 'payout-hosts', 'finish-deletions']) await job(name)
    await stripe.control('webhooks/flush', {})
  }
  await job('reconcile-ledger')
  found.push(...(await violations(world)), ...(await earlyTransfers(world)))
  const rows = await sql<{ text: string }[]>`
    select format('payment %s is still open', payments.id) as text from public.payments
    left join public.space_availability holds on holds.id = hold_id
    where payments.status = 'open' and payments.created_at < now() - interval '16 minutes'
      and (holds.id is null or not holds.active or holds.expires_at <= now())
    union all
    select format('request %s has no answer', id) from public.bookings
    where status = 'requested' and (answer_by <= now() or answer is not null)
    union all
    select format('change %s is still %s', id, status) from public.booking_changes
    where (status in ('unpaid', 'open') and answer_by <= now()) or status = 'accepted'
    union all
    select format('refund %s is due: %s', refunds.id, last_error) from public.refunds
    where status = 'pending' and (retry_at is null or retry_at <= now())
      and not exists (select from public.disputes
        where disputes.payment_id = refunds.payment_id and disputes.status = 'open')
    union all
    select format('payout %s is due: %s', payouts.id, last_error) from public.payouts
    join public.profiles on profiles.id = host_id
    where payouts.status = 'scheduled' and frozen_at is null and due_at <= now()
      and (retry_at is null or retry_at <= now())
      and stripe_onboarding_complete and stripe_account_id is not null
    union all
    select format('account %s is still being deleted', user_id)
    from public.unfinished_account_deletions() as deletions(user_id)`
  found.push(...rows.map(({ text }) => text))
  try {
    const { ledger, balance } = await market.money()
    if (JSON.stringify(ledger) !== JSON.stringify(balance))
      found.push(`ledger ${JSON.stringify(ledger)}, Stripe ${JSON.stringify(balance)}`)
  } catch (cause) {
    found.push(`figures differ from the ledger: ${(cause as Error).message}`)
  }
  return found
}
