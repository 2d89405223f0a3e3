-- What the platform earned, a month and currency at a time; admins only.
-- Two things that are never mixed: the platform fee (paid by guests on top of the rental) and the
-- host commission (kept from the rental).

create view public.total_platform_fees with (security_barrier) as
  select
    date_trunc('month', bookings.created_at at time zone 'UTC')::date as month,
    bookings.currency::text as currency,
    sum(bookings.platform_fee_amount) as total_fees,
    sum(bookings.host_commission_amount) as total_host_commission,
    count(*) as total_bookings
  from public.bookings
  where bookings.status = 'confirmed'
    and ((select public.is_admin()) or (select auth.role()) = 'service_role')
  group by 1, 2;

revoke all on public.total_platform_fees from anon, authenticated;
grant select on public.total_platform_fees to authenticated;
