-- What a city page says in figures: how many spaces a place has, what an hour costs there, and of
-- which types they are. Two views, because the data service knows no aggregates; a condition on the
-- location reaches the index below the grouping.

-- One row a currency: prices in different money have no common mean.
create view public.location_rates with (security_invoker) as
  select
    location,
    currency::text as currency,
    count(*)::integer as spaces,
    round(avg(price), 2) as average_price
  from public.spaces
  group by location, currency;

revoke all on public.location_rates from anon, authenticated;
grant select on public.location_rates to anon, authenticated;

create view public.location_types with (security_invoker) as
  select location, type, count(*)::integer as spaces
  from public.spaces
  group by location, type;

revoke all on public.location_types from anon, authenticated;
grant select on public.location_types to anon, authenticated;
