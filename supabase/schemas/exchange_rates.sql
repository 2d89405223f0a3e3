-- Approximate rates for converted prices on pages and for the price filter, never for charged
-- amounts.
create table public.exchange_rates (
  currency public.currency_code primary key,
  usd_per_unit numeric not null,
  as_of date not null,
  constraint exchange_rates_positive check (usd_per_unit > 0)
);

alter table public.exchange_rates enable row level security;

create policy "exchange rates are public" on public.exchange_rates
  for select to anon, authenticated using (true);

revoke all on public.exchange_rates from anon, authenticated;
grant select on public.exchange_rates to anon, authenticated;

-- Initial exchange rates: those of reference_price, from mid-2025. The job refresh-exchange-rates
-- replaces them.
insert into public.exchange_rates (currency, usd_per_unit, as_of)
select currency, public.reference_price(1, currency), '2025-07-01'
from unnest('{USD,EUR,GBP,JPY,AUD,CAD,SGD,KRW,AED}'::public.currency_code[]) as currency;

create table public.exchange_rate_refreshes (
  id boolean primary key default true check (id),
  attempted_at timestamptz not null
);

alter table public.exchange_rate_refreshes enable row level security;
revoke all on public.exchange_rate_refreshes from anon, authenticated;

-- Records the start of a refresh and returns true. Returns false if the last refresh began in the
-- last 23 hours.
create function public.begin_exchange_rates_refresh() returns boolean
  language sql security definer set search_path = '' as $$
    with begun as (
      insert into public.exchange_rate_refreshes as last (attempted_at) values (now())
      on conflict (id) do update set attempted_at = now()
      where last.attempted_at < now() - interval '23 hours'
      returning true
    )
    select exists (select from begun)
  $$;

-- Stores exchange rates, which are given in units per US dollar. Ignores unknown currencies and
-- rates older than the stored ones. Returns the number of updated rates.
create function public.set_exchange_rates(p_units_per_usd jsonb, p_as_of date) returns integer
  language plpgsql security definer set search_path = '' as $$
    declare
      updated integer;
    begin
      update public.exchange_rates as rates
      set usd_per_unit = round(1 / (p_units_per_usd ->> rates.currency)::numeric, 8), as_of = p_as_of
      where p_units_per_usd ? rates.currency and rates.as_of <= p_as_of;
      get diagnostics updated = row_count;
      return updated;
    end
  $$;

revoke execute on function public.begin_exchange_rates_refresh, public.set_exchange_rates
from public, anon, authenticated;
grant execute on function public.begin_exchange_rates_refresh, public.set_exchange_rates
to service_role;

-- The platform fee in percent, as in domain/fees.ts. Only searches use it: a checkout gets the fee
-- in its quote.
create function public.platform_fee_percentage() returns numeric
  language sql immutable set search_path = '' as $$ select 10::numeric $$;

revoke execute on function public.platform_fee_percentage from public, anon, authenticated;
