
-- The caller's earnings per currency: shares of confirmed bookings, and debts. A debt is a share
-- that was paid out and later returned to the guest.
create view public.host_earnings with (security_barrier) as
  select
    bookings.currency::text as currency,
    coalesce(
      sum(coalesce(
        public.from_minor(payouts.amount_minor, payouts.currency), bookings.host_share_amount))
        filter (where bookings.status = 'confirmed'), 0) as earned,
    count(*) filter (where bookings.status = 'confirmed') as bookings,
    coalesce(sum(public.from_minor(payouts.owed_minor, payouts.currency)), 0) as owed
  from public.spaces
  join public.bookings on bookings.space_id = spaces.id
  left join public.payouts on payouts.booking_id = bookings.id
  where spaces.user_id = (select auth.uid()) and (select public.has_required_aal())
  group by 1
  having count(*) filter (where bookings.status = 'confirmed') > 0
    or sum(payouts.owed_minor) > 0;

create function public.amount_after_returns(
  amount numeric, total numeric, returned numeric, currency public.currency_code
) returns numeric
  language sql immutable set search_path = '' as $$
    select case
      when returned = 0 then amount
      else round(amount * (total - returned) / total, public.currency_decimals(currency))
    end
  $$;

-- Platform fees and host commission per month and currency, minus amounts returned to guests.
-- Includes months without bookings, for at least the last twelve months.
create view public.total_platform_fees with (security_barrier) as
  with this_month as (
    select date_trunc('month', now() at time zone 'UTC') as starts
  ),
  booked as (
    select
      date_trunc('month', bookings.created_at at time zone 'UTC') as month,
      bookings.currency::text as currency,
      sum(kept.fee) as total_fees,
      sum(bookings.total_price - bookings.returned_amount - kept.fee - kept.share)
        as total_host_commission,
      count(*) as total_bookings,
      sum(bookings.total_price - bookings.returned_amount) as total_revenue
    from public.bookings
    cross join lateral (
      select
        public.amount_after_returns(platform_fee_amount, total_price, returned_amount, currency) as fee,
        public.amount_after_returns(host_share_amount, total_price, returned_amount, currency) as share
    ) kept
    where bookings.status = 'confirmed'
      and ((select public.is_admin()) or (select auth.role()) = 'service_role')
    group by 1, 2
  ),
  months as (
    select
      booked.currency,
      generate_series(
        least(min(booked.month), min(this_month.starts) - interval '11 months'),
        greatest(max(booked.month), max(this_month.starts)),
        interval '1 month'
      ) as month
    from booked cross join this_month
    group by booked.currency
  )
  select months.month::date as month, months.currency,
    coalesce(booked.total_fees, 0) as total_fees,
    coalesce(booked.total_host_commission, 0) as total_host_commission,
    coalesce(booked.total_bookings, 0) as total_bookings,
    coalesce(booked.total_revenue, 0) as total_revenue
  from months left join booked using (currency, month);

-- Sums of total_platform_fees per currency, and the growth of total_revenue from the month before
-- last to the last month.
create view public.platform_revenue with (security_barrier) as
  with last_month as (
    select (date_trunc('month', now() at time zone 'UTC') - interval '1 month')::date as starts
  ),
  totals as (
    select
      fees.currency,
      sum(fees.total_revenue) as total_revenue,
      sum(fees.total_fees) as total_fees,
      sum(fees.total_host_commission) as total_host_commission,
      sum(fees.total_bookings)::bigint as total_bookings,
      last_month.starts as last_month,
      coalesce(sum(fees.total_revenue) filter (where fees.month = last_month.starts), 0)
        as last_month_revenue,
      coalesce(
        sum(fees.total_revenue)
          filter (where fees.month = (last_month.starts - interval '1 month')::date),
        0
      ) as month_before_revenue
    from public.total_platform_fees fees cross join last_month
    group by fees.currency, last_month.starts
  )
  select
    totals.*,
    round(
      100 * (last_month_revenue - month_before_revenue) / nullif(month_before_revenue, 0), 1
    ) as growth_percentage
  from totals;

-- Statistics of the platform, one row for admins and none for other users.
create view public.platform_statistics with (security_barrier) as
  select
    booked.total_bookings,
    booked.cancelled_bookings,
    (select count(*) from public.spaces where available and is_listed)
      as available_spaces,
    (select count(*) from public.spaces where is_listed) as total_spaces,
    -- Omits spaces without reviews. Their rating is 0 and would lower the average.
    (select round(avg(rating), 2) from public.spaces where rating <> 0 and is_listed)
      as average_rating,
    (select count(*) from public.spaces where rating <> 0 and is_listed) as rated_spaces,
    (select count(*) from public.profiles where deleted_at is null) as total_users
  from (
    -- Counts booking requests as bookings only once they are accepted.
    select count(*) as total_bookings,
      count(*) filter (where status = 'cancelled') as cancelled_bookings
    from public.bookings
    where status in ('confirmed', 'cancelled') and answer is distinct from 'withdrawn'
  ) booked
  where (select public.is_admin()) or (select auth.role()) = 'service_role';

create view public.platform_spaces_by_type with (security_barrier) as
  select space_types.name as type, space_types.label, count(spaces.id) as spaces
  from public.space_types
  left join public.spaces on spaces.type = space_types.name and spaces.is_listed
  where (select public.is_admin()) or (select auth.role()) = 'service_role'
  group by space_types.name, space_types.label;

-- The Stripe balance per currency according to the ledger, split in two ways.
-- By where the money came from or went: balance = charged - refunded - disputed - sent_to_hosts -
-- stripe_fees + other.
-- By who owns it: balance = kept + to_hosts - from_hosts + to_guests - in_dispute.
-- The column other contains platform payouts, conversions and corrections.
create view public.platform_money with (security_barrier) as
  with moved as (
    select currency,
      coalesce(sum(amount_minor) filter (where kind = 'charge'), 0) as charged,
      coalesce(-sum(amount_minor) filter (where kind in ('refund', 'refund_failed')), 0)
        as refunded,
      coalesce(-sum(amount_minor) filter (where kind in ('dispute', 'dispute_won')), 0)
        as disputed,
      coalesce(-sum(amount_minor) filter (where kind in ('transfer', 'transfer_reversed')), 0)
        as sent_to_hosts,
      coalesce(-sum(amount_minor) filter (where kind = 'fee'), 0) as stripe_fees,
      sum(amount_minor) as balance
    from public.ledger_movements
    group by 1
  ),
  owned as (
    select currency,
      coalesce(-sum(amount_minor) filter (where account = 'host_payable'), 0) as to_hosts,
      coalesce(sum(amount_minor) filter (where account = 'host_debts'), 0) as from_hosts,
      coalesce(-sum(amount_minor) filter (where account = 'guest_refunds'), 0) as to_guests,
      coalesce(sum(amount_minor) filter (where account = 'disputes'), 0) as in_dispute
    from public.ledger_entries
    where account in ('host_payable', 'host_debts', 'guest_refunds', 'disputes')
    group by 1
  ),
  sums as (
    select currency, charged, refunded, disputed, sent_to_hosts, stripe_fees, balance,
      balance - (charged - refunded - disputed - sent_to_hosts - stripe_fees) as other,
      coalesce(to_hosts, 0) as to_hosts, coalesce(from_hosts, 0) as from_hosts,
      coalesce(to_guests, 0) as to_guests, coalesce(in_dispute, 0) as in_dispute
    from moved left join owned using (currency)
  )
  select
    currency::text as currency,
    public.from_minor(charged::bigint, currency) as charged,
    public.from_minor(refunded::bigint, currency) as refunded,
    public.from_minor(disputed::bigint, currency) as disputed,
    public.from_minor(sent_to_hosts::bigint, currency) as sent_to_hosts,
    public.from_minor(stripe_fees::bigint, currency) as stripe_fees,
    public.from_minor(other::bigint, currency) as other,
    public.from_minor(balance::bigint, currency) as balance,
    public.from_minor(
      (balance - to_hosts + from_hosts - to_guests + in_dispute)::bigint, currency) as kept,
    public.from_minor(to_hosts::bigint, currency) as to_hosts,
    public.from_minor(from_hosts::bigint, currency) as from_hosts,
    public.from_minor(to_guests::bigint, currency) as to_guests,
    public.from_minor(in_dispute::bigint, currency) as in_dispute
  from sums
  where (select public.is_admin()) or (select auth.role()) = 'service_role';

revoke all on
  public.host_earnings, public.total_platform_fees, public.platform_revenue,
  public.platform_statistics, public.platform_spaces_by_type, public.platform_money
from anon, authenticated;
grant select on
  public.host_earnings, public.total_platform_fees, public.platform_revenue,
  public.platform_statistics, public.platform_spaces_by_type, public.platform_money
to authenticated;
