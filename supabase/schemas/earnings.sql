-- Amounts are in major units. A booking belongs to the month in which it ends, in its space's time
-- zone.

-- The host's share of each booking. rental: the price before the platform fee; returned: the part
-- of the share lost by refunds and disputes; earned: the rest of the share; withheld: the part that
-- repays debts. state is paid, none (no share), on_hold, upcoming (until the booking ends) or
-- in_transit, whichever applies first.
create view public.booking_earnings as
  select
    bookings.id, spaces.user_id as host_id, spaces.id as space_id, spaces.title as space_title,
    bookings.start_time, bookings.end_time, bookings.time_zone,
    (bookings.end_time at time zone bookings.time_zone)::date as ended_on,
    bookings.status, bookings.currency::text as currency,
    bookings.rental_amount as rental,
    bookings.host_commission_amount as commission,
    bookings.host_share_amount - share.earned as returned,
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
    payouts.due_at, payouts.paid_at
  from public.spaces
  join public.bookings on bookings.space_id = spaces.id
  join public.payouts on payouts.booking_id = bookings.id
  cross join lateral (
    select public.from_minor(payouts.amount_minor, payouts.currency) as earned) as share
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
