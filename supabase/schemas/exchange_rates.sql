-- Approximate exchange rates, for prices in the viewer's currency and for the price filter. No
-- charged amount depends on them.
create table public.exchange_rates (
  currency public.currency_code primary key,
  usd_per_unit numeric not null,
  as_of date not null,
  constraint exchange_rates_positive check (usd_per_unit > 0)
);

alter table public.exchange_rates enable row level security;

create policy "exchange rates are public" on public.exchange_rates
  for select to anon, authenticated using (true);

-- No client role may write rates. Only the function set_exchange_rates writes them.
revoke all on public.exchange_rates from anon, authenticated;
grant select on public.exchange_rates to anon, authenticated;

-- The mid-2025 rates of reference_price, until the job refresh-exchange-rates has run.
insert into public.exchange_rates (currency, usd_per_unit, as_of)
select currency, public.reference_price(1, currency), '2025-07-01'
from unnest('{USD,EUR,GBP,JPY,AUD,CAD,SGD,KRW,AED}'::public.currency_code[]) as currency;

-- Platform fee in percent of the rental, as in domain/fees.ts. Only for the all-in prices that lists
-- are filtered by; the server sets the fee of a booking.
create function public.platform_fee_percentage() returns numeric
  language sql immutable set search_path = '' as $$ select 10::numeric $$;

revoke execute on function public.platform_fee_percentage from public, anon, authenticated;
