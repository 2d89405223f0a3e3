-- Amounts are in major units. A booking belongs to the month in which it ends, in its space's time
-- zone.

-- The host's share of each booking.
-- rental: the price before the platform fee
-- commission: the commission in the invoices, less the commission in the credit notes
-- returned: the part of the rental that the host lost by refunds and disputes
-- earned: the rest of the rental, which is the host's share
-- withheld: the part of the share that repays debts
-- state: the first of these that applies: paid, none (no share), on_hold, upcoming (until the
-- booking ends), in_transit
create view public.booking_earnings as
  select
    bookings.id, spaces.user_id as host_id, spaces.id as space_id, spaces.title as space_title,
    bookings.start_time, bookings.end_time, bookings.time_zone,
    (bookings.end_time at time zone bookings.time_zone)::date as ended_on,
    bookings.status, bookings.currency::text as currency,
    bookings.rental_amount as rental,
    kept.commission,
    bookings.rental_amount - kept.commission - share.earned as returned,
    share.earned,
    public.from_minor(payouts.withheld_minor, payouts.currency) as withheld,
    public.from_minor(payouts.owed_minor, payouts.currency) as owed,
    case
      when payouts.status = 'paid' then 'paid'
      when payouts.status = 'cancelled' or share.earned = 0 then 'none'
      when payouts.frozen_at is not null then 'on_hold'
      when bookings.end_time > now() then 'upcoming'
      else 'in_transit'
    end as state,
    payouts.due_at, payouts.paid_at, payouts.refused_at,
    payouts.stripe_transfer_id is not null as has_transfer
  from public.spaces
  join public.bookings on bookings.space_id = spaces.id
  join public.payouts on payouts.booking_id = bookings.id
  cross join lateral (
    select public.from_minor(payouts.amount_minor, payouts.currency) as earned) as share
  cross join lateral (
    select case
      when share.earned = bookings.host_share_amount then bookings.host_commission_amount
      else greatest(bookings.host_commission_amount - public.from_minor((
        -- The commission in the credit notes that issue_documents creates. Refunds of changes are
        -- omitted, because the amounts of the booking already include them.
        select coalesce(sum(round(
          refunds.amount_minor::numeric * paid.host_commission_minor / paid.total_minor)), 0)::bigint
        from (
          select id, host_commission_minor, total_minor from public.payments
          where booking_id = bookings.id
          union all
          select payments.id, payments.host_commission_minor, payments.total_minor
          from public.booking_changes changes
          join public.payments on payments.change_id = changes.id and payments.status = 'paid'
          where changes.booking_id = bookings.id and changes.status = 'done'
        ) as paid
        join public.refunds on refunds.payment_id = paid.id and refunds.change_id is null
          and refunds.status in ('succeeded', 'settled')
      ), payouts.currency), 0)
    end as commission
  ) as kept
  where bookings.status = 'confirmed' or payouts.amount_minor > 0 or payouts.owed_minor > 0;

create view public.host_earning_rows with (security_barrier) as
  select * from public.booking_earnings
  where host_id = (select auth.uid()) and (select public.has_required_aal());

create view public.host_monthly_earnings with (security_barrier) as
  select
    date_trunc('month', ended_on::timestamp)::date as month, space_id, space_title, currency,
    count(*)::integer as bookings, sum(rental) as rental, sum(commission) as commission,
    sum(returned) as returned, sum(earned) as earned
  from public.host_earning_rows
  group by 1, 2, 3, 4;

create view public.host_earning_totals with (security_barrier) as
  select currency, state, count(*)::integer as bookings, sum(earned) as earned,
    sum(owed) as owed, min(due_at) as first_due_at, min(ended_on) as first_ended_on
  from public.host_earning_rows
  group by 1, 2;

revoke all on public.booking_earnings, public.host_earning_rows, public.host_monthly_earnings,
  public.host_earning_totals
from anon, authenticated;
grant select on public.host_earning_rows, public.host_monthly_earnings, public.host_earning_totals
to authenticated;
