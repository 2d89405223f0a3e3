-- What admins see of the whole platform. Every figure is computed here, per currency where it is
-- money, and months are those of UTC.

-- The fee view knows only months in which somebody booked; people read a table of twelve. Each
-- currency in use has a row for every month from its first booking to now, at least the last twelve.
-- Revenue is what guests paid. A cancelled booking counts nowhere.
create or replace view public.total_platform_fees with (security_barrier) as
  with this_month as (
    select date_trunc('month', now() at time zone 'UTC') as starts
  ),
  booked as (
    select
      date_trunc('month', bookings.created_at at time zone 'UTC') as month,
      bookings.currency::text as currency,
      sum(bookings.platform_fee_amount) as total_fees,
      sum(bookings.host_commission_amount) as total_host_commission,
      count(*) as total_bookings,
      sum(bookings.total_price) as total_revenue
    from public.bookings
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
  select
    months.month::date as month,
    months.currency,
    coalesce(booked.total_fees, 0) as total_fees,
    coalesce(booked.total_host_commission, 0) as total_host_commission,
    coalesce(booked.total_bookings, 0) as total_bookings,
    coalesce(booked.total_revenue, 0) as total_revenue
  from months left join booked using (currency, month);

-- A currency at a time: all that was ever earned, and how the last whole month compares with the
-- one before it. A month that is still running would always look like a fall.
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
    -- Null when there is nothing to compare with.
    round(
      100 * (last_month_revenue - month_before_revenue) / nullif(month_before_revenue, 0), 1
    ) as growth_percentage
  from totals;

revoke all on public.platform_revenue from anon, authenticated;
grant select on public.platform_revenue to authenticated;

-- One row for admins, none for anybody else. People who have left and what they took with them count
-- nowhere, except for their bookings.
create view public.platform_statistics with (security_barrier) as
  select
    (select count(*) from public.bookings) as total_bookings,
    (select count(*) from public.bookings where status = 'cancelled') as cancelled_bookings,
    (select count(*) from public.spaces where available and withdrawn_at is null)
      as available_spaces,
    (select count(*) from public.spaces where withdrawn_at is null) as total_spaces,
    -- A space that nobody has rated has no rating, not a bad one.
    (select round(avg(rating), 2) from public.spaces where rating <> 0 and withdrawn_at is null)
      as average_rating,
    (select count(*) from public.spaces where rating <> 0 and withdrawn_at is null) as rated_spaces,
    (select count(*) from public.profiles where deleted_at is null) as total_users
  where (select public.is_admin()) or (select auth.role()) = 'service_role';

revoke all on public.platform_statistics from anon, authenticated;
grant select on public.platform_statistics to authenticated;

create view public.platform_spaces_by_type with (security_barrier) as
  select space_types.name as type, space_types.label, count(spaces.id) as spaces
  from public.space_types
  left join public.spaces on spaces.type = space_types.name and spaces.withdrawn_at is null
  where (select public.is_admin()) or (select auth.role()) = 'service_role'
  group by space_types.name, space_types.label;

revoke all on public.platform_spaces_by_type from anon, authenticated;
grant select on public.platform_spaces_by_type to authenticated;
